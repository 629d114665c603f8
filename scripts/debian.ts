import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Some tests install their tools where that is allowed without asking. */
export function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

export function apt(packages: readonly string[]): boolean {
  // A machine without a way to the packages is not waited for.
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: "ignore",
    timeout: 120_000,
  } as const;
  const quick = ["-qq", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=0"];
  spawnSync("apt-get", ["update", ...quick], options);
  return spawnSync("apt-get", ["install", "-y", ...quick, ...packages], options).status === 0;
}
