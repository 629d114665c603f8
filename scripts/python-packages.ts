/** Installs programs of the Python package index for the tests, in a folder of their own under .cache. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { apt, isRootOnDebian } from "./debian.ts";
import { root } from "./toolchain.mjs";

/** The folder with the exact versions that `scripts/<name>.txt` lists. Throws where they can't be installed. */
export function ensurePythonPackages(name: string): string {
  const requirements = path.join(root, "scripts", `${name}.txt`);
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = path.join(root, ".cache", `${name}-${version}`);
  if (existsSync(folder)) return folder;
  if (!hasPip() && !(isRootOnDebian() && apt(["python3", "python3-pip"]) && hasPip()))
    throw new Error("The tests need python3 with pip (packages python3 and python3-pip).");
  // Several tests may install it at once: each does so apart, and the first one to end is taken.
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  const options = ["--quiet", "--no-deps", "--no-compile", "--only-binary=:all:", "--disable-pip-version-check"];
  const { status, stderr } = spawnSync(
    "python3",
    ["-m", "pip", "install", ...options, "--root-user-action=ignore", "--target", own, "-r", requirements],
    { encoding: "utf8" },
  );
  if (status !== 0) {
    rmSync(own, { recursive: true, force: true });
    throw new Error(`${name} could not be installed for the tests:\n${stderr.trim().split("\n").slice(-3).join("\n")}`);
  }
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const hasPip = (): boolean => spawnSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0;
