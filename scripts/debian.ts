import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Some tests install their tools where that is allowed without asking. */
export function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

export function apt(packages: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { env, stdio: "ignore" });
  return spawnSync("apt-get", ["install", "-y", "-qq", ...packages], { env, stdio: "ignore" }).status === 0;
}
