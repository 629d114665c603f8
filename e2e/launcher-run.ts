import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { launcherApiPort, launcherWebPort } from "./ports.ts";

/** One run of `npm start`. */
export interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

export const root = path.resolve(import.meta.dirname, "..");

const runs: Run[] = [];

/** Ends everything that a failed test has started, so that its ports are free for the next one. */
export async function stopRuns(): Promise<void> {
  for (const run of runs.splice(0)) {
    run.child.kill("SIGKILL");
    await run.ended;
  }
}

export function startLauncher(
  data: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
  cwd = root,
): Run {
  let text = "";
  const child = spawn(process.execPath, ["scripts/start.mjs", ...args], {
    cwd,
    env: {
      ...process.env,
      HIRAKU_DATA: data,
      HIRAKU_API_PORT: String(launcherApiPort),
      PORT: String(launcherWebPort),
      HIRAKU_API_URL: "",
      HIRAKU_SAMPLE: "short",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout?.on("data", (chunk) => (text += chunk));
  child.stderr?.on("data", (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const run = { child, ended, output: () => text };
  runs.push(run);
  return run;
}

export async function untilReady(run: Run): Promise<void> {
  await expect.poll(run.output, { timeout: 180_000 }).toContain("Stop with Ctrl-C");
}

export async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}

export async function untilPortsAreFree(): Promise<void> {
  const someone = async () => (await answers(launcherWebPort)) || (await answers(launcherApiPort));
  await expect.poll(someone, { timeout: 10_000 }).toBe(false);
}

export function childrenOf(parent: number): number[] {
  const list = `/proc/${parent}/task/${parent}/children`;
  return existsSync(list) ? readFileSync(list, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
}

/** The child whose command line has this word. */
export function childOf(parent: number, word: string): number {
  const found = childrenOf(parent).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word),
  );
  if (found === undefined) throw new Error(`no child runs ${word}`);
  return found;
}
