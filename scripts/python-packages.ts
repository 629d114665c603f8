/** Installs programs of the Python package index for the tests, in a folder of their own under .cache. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { apt, isRootOnDebian } from "./debian.ts";
import { installOnce, runInstaller } from "./install-once.ts";
import { root } from "./toolchain.mjs";

/** The folder with the exact versions that `scripts/<name>.txt` lists. Throws where they can't be installed. */
export function ensurePythonPackages(name: string): string {
  const requirements = path.join(root, "scripts", `${name}.txt`);
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = path.join(root, ".cache", `${name}-${version}`);
  if (existsSync(folder)) return folder;
  if (!hasPip() && !(isRootOnDebian() && apt(["python3", "python3-pip"]) && hasPip()))
    throw new Error("The tests need python3 with pip (packages python3 and python3-pip).");
  const options = ["--quiet", "--no-deps", "--no-compile", "--only-binary=:all:", "--disable-pip-version-check"];
  const pip = ["-m", "pip", "install", ...options, "--root-user-action=ignore"];
  return installOnce(folder, (own) =>
    runInstaller(name, "python3", [...pip, "--target", own, "-r", requirements], root),
  );
}

const hasPip = (): boolean => spawnSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0;
