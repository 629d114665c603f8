import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";

/** Several tests may install the same at once: each does so apart, and the first one to end is taken. */
export function installOnce(folder: string, install: (own: string) => void): string {
  if (existsSync(folder)) return folder;
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  try {
    install(own);
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** An installer that fails is an error with its last lines. */
export function runInstaller(what: string, command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status === 0) return;
  throw new Error(`${what} could not be installed for the tests:\n${stderr.trim().split("\n").slice(-3).join("\n")}`);
}
