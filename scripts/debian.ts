import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Some tests install their tools where that is allowed without asking. */
export function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

export function apt(packages: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // A machine without a way to the packages is not waited for.
  const options = { env, stdio: "ignore", timeout: 120_000 } as const;
  spawnSync("apt-get", ["update", "-qq"], options);
  return spawnSync("apt-get", ["install", "-y", "-qq", ...packages], options).status === 0;
}
