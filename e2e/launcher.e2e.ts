import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";

/** `npm start` as an engineer meets it: what it says when it can't, and what it leaves behind when it ends. */

const root = path.resolve(import.meta.dirname, "..");
const webPort = 3481;
const apiPort = 8981;
const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-launcher-"));

test.describe.configure({ mode: "serial" });

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

function start(env: Record<string, string> = {}): Run {
  let text = "";
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      HIRAKU_DATA: data,
      HIRAKU_API_PORT: String(apiPort),
      PORT: String(webPort),
      HIRAKU_API_URL: "",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout?.on("data", (chunk) => (text += chunk));
  child.stderr?.on("data", (chunk) => (text += chunk));
  return { child, ended: new Promise((resolve) => child.once("exit", (code) => resolve(code))), output: () => text };
}

async function ready(run: Run): Promise<void> {
  await expect.poll(run.output, { timeout: 90_000 }).toContain("Stop with Ctrl-C");
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}

async function bothGone(): Promise<void> {
  await expect.poll(async () => (await answers(webPort)) || (await answers(apiPort)), { timeout: 5000 }).toBe(false);
}

test("a port in use, a folder that can't be written, a wrong setting: one clear line each, nothing started", async () => {
  const blocker = createServer().listen(webPort, "127.0.0.1");
  const taken = start();
  expect(await taken.ended).toBe(1);
  expect(taken.output().trim().split("\n")).toEqual([expect.stringMatching(/port 3481 is in use/)]);
  await new Promise((resolve) => blocker.close(resolve));

  const file = start({ HIRAKU_DATA: path.join(root, "package.json") });
  expect(await file.ended).toBe(1);
  expect(file.output().trim().split("\n")).toEqual([expect.stringContaining("HIRAKU_DATA")]);

  const wrong = start({ PORT: "eighty" });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain("PORT");
  expect(await answers(webPort)).toBe(false);
});

test("Ctrl-C stops both within 3 s, and a second start is quick", async () => {
  test.setTimeout(180_000);
  const first = start();
  await ready(first);
  expect(first.output(), "the key goes to a terminal only").not.toContain("hk_");
  expect(readFileSync(path.join(data, "demo-key"), "utf8")).toMatch(/^hk_/);
  const interruptedAt = Date.now();
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(Date.now() - interruptedAt).toBeLessThan(3000);
  await bothGone();

  const second = start();
  await ready(second);
  expect(second.output()).not.toMatch(/Installing|Building|Loading/);
  second.child.kill("SIGTERM");
  await second.ended;
  await bothGone();
});

test("a supervisor killed with -9 leaves no orphan", async () => {
  const run = start();
  await ready(run);
  const programs = childrenOf(run.child.pid ?? 0);
  run.child.kill("SIGKILL");
  await run.ended;
  await bothGone();
  await expect.poll(() => programs.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 5000 }).toEqual([]);
});

test("when one program dies the other is stopped, and the exit code says so", async () => {
  test.skip(!existsSync("/proc"), "finds the service by /proc");
  const run = start();
  await ready(run);
  process.kill(childOf(run.child.pid ?? 0, "serve"), "SIGKILL");
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain("service stopped by itself");
  await bothGone();
});

function childrenOf(parent: number): number[] {
  const list = `/proc/${parent}/task/${parent}/children`;
  return existsSync(list) ? readFileSync(list, "utf8").trim().split(" ").map(Number) : [];
}

function childOf(parent: number, word: string): number {
  const found = childrenOf(parent).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word),
  );
  if (found === undefined) throw new Error(`no child runs ${word}`);
  return found;
}
