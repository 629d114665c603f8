/** Installs and starts an S3 server for the tests: moto, of the Python package index, with everything in memory. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { apt, isRootOnDebian } from "./debian.ts";
import { freePort } from "./free-port.ts";
import { root } from "./toolchain.mjs";

export interface S3Server {
  readonly url: string;
  stop(): void;
}

const requirements = path.join(root, "scripts", "s3-server.txt");
const readyWithinMs = 60_000;

/** The folder with its packages. Throws where it can't be installed: what needs a bucket must be tested. */
export function ensureS3Server(): string {
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = path.join(root, ".cache", `s3-server-${version}`);
  if (existsSync(folder)) return folder;
  if (!hasPip() && !(isRootOnDebian() && apt(["python3", "python3-pip"]) && hasPip()))
    throw new Error("The S3 server of the tests needs python3 with pip (packages python3 and python3-pip).");
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
    throw new Error(
      `The S3 server of the tests could not be installed:\n${stderr.trim().split("\n").slice(-3).join("\n")}`,
    );
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

/** How it is started at a port. */
export function prepareS3Server(port: number) {
  return {
    url: `http://127.0.0.1:${port}`,
    command: "python3",
    args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
    env: { ...process.env, PYTHONPATH: ensureS3Server(), PYTHONDONTWRITEBYTECODE: "" },
  };
}

export async function startS3Server(): Promise<S3Server> {
  const { url, command, args, env } = prepareS3Server(await freePort());
  let output = "";
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-4_000)));
  const stop = () => void child.kill("SIGKILL");
  process.once("exit", stop);
  for (const startedAt = Date.now(); !(await isS3ServerUp(url)); await pause(50)) {
    if (child.exitCode === null && Date.now() - startedAt < readyWithinMs) continue;
    stop();
    throw new Error(`The S3 server of the tests did not start:\n${output.trim()}`);
  }
  return {
    url,
    stop() {
      process.off("exit", stop);
      stop();
    },
  };
}

export const isS3ServerUp = (url: string): Promise<boolean> =>
  fetch(`${url}/moto-api/`).then(
    ({ ok }) => ok,
    () => false,
  );
