import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import BetterSqlite from "better-sqlite3";
import { jstDate } from "../lib/contract/dates.ts";
import { DocumentListResponse } from "../lib/contract/resources.ts";
import { sampleMarker } from "../lib/kit/settings/demo.ts";
import { listRow, standInKey, startStandIn } from "../service/ingest/testing/edinet-stand-in.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";
import {
  answers,
  childOf,
  childrenOf,
  type Run,
  root,
  startLauncher,
  stopRuns,
  untilPortsAreFree,
  untilReady,
} from "./launcher-run.ts";
import { dataFolder, launcherApiPort, launcherWebPort } from "./ports.ts";

/**
 * `npm start` for its user: its messages when it can't start, and what it leaves behind when it ends. What one test has
 * started is what the next one looks at, where nothing else is needed.
 */

const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-launcher-"));
const start = (env: Record<string, string> = {}, args: readonly string[] = []) => startLauncher(data, env, args);

test.describe.configure({ mode: "serial" });
test.beforeAll(() => {
  // The market that all tests look at was loaded by a first start; here the least of one is enough.
  const load = ["cli/main.ts", "sample", "load", "--issuers", "1", "--years", "1", "--lengths", "short"];
  execFileSync(process.execPath, load, { cwd: root, env: { ...process.env, HIRAKU_DATA: data }, stdio: "pipe" });
  writeFileSync(path.join(data, sampleMarker), "");
});
test.afterAll(stopRuns);

let run: Run;

test("a port in use, a folder that can't be written, a wrong setting: one clear line each, nothing started", async () => {
  const blocker = createServer().listen(launcherWebPort, "127.0.0.1");
  const taken = start();
  expect(await taken.ended).toBe(1);
  expect(taken.output().trim().split("\n")).toEqual([
    expect.stringContaining(`port ${launcherWebPort} is in use; set PORT`),
  ]);
  await new Promise((resolve) => blocker.close(resolve));

  const file = start({ HIRAKU_DATA: path.join(root, "package.json") });
  expect(await file.ended).toBe(1);
  expect(file.output().trim().split("\n")).toEqual([expect.stringContaining("HIRAKU_DATA")]);

  const wrongOnes: Record<string, string> = {
    PORT: "eighty",
    HIRAKU_WEB_HEAP_MB: "12",
    HIRAKU_STOP_TIMEOUT_MS: "soon",
  };
  for (const [name, value] of Object.entries(wrongOnes)) {
    const wrong = start({ [name]: value });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain(name);
  }
  expect(await answers(launcherWebPort)).toBe(false);
});

test("Ctrl-C stops both within 3 s, and a second start is quick", async () => {
  test.setTimeout(180_000);
  const first = start();
  await untilReady(first);
  expect(first.output(), "the key goes to a terminal only").not.toContain("hk_");
  expect(readFileSync(path.join(data, "demo-key"), "utf8")).toMatch(/^hk_/);
  // A browser's idle connection doesn't hold up the stop.
  expect(await answers(launcherWebPort)).toBe(true);
  const interruptedAt = Date.now();
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(Date.now() - interruptedAt).toBeLessThan(3000);
  await untilPortsAreFree();

  run = start({}, ["--verbose"]);
  await untilReady(run);
  expect(run.output()).not.toMatch(/Installing|Building|Loading/);
  // So a start leaves the mark by which the next one knows that it need not load.
  await expect.poll(() => existsSync(path.join(dataFolder, "own", sampleMarker)), { timeout: 120_000 }).toBe(true);
});

test("a second start on the same folder is refused under each of its names, and changes nothing", async () => {
  const link = path.join(mkdtempSync(path.join(os.tmpdir(), "hiraku-link-")), "data");
  symlinkSync(data, link);
  for (const folder of [data, link]) {
    const before = contentsOf(data);
    const second = start({
      HIRAKU_DATA: folder,
      PORT: String(launcherWebPort + 10),
      HIRAKU_API_PORT: String(launcherWebPort + 11),
    });
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split("\n")).toEqual([expect.stringContaining("in use by another Hiraku")]);
    expect(contentsOf(data)).toEqual(before);
  }
});

test("with --verbose the programs' log lines are on the terminal too", () => {
  expect(run.output()).toMatch(/^\{"level":"info",.*"event":"listening"\}$/m);
  for (const name of ["web.jsonl", "service.jsonl"]) {
    expect(statSync(path.join(data, "logs", name)).mode & 0o777).toBe(0o600);
  }
});

test("a supervisor killed with -9 leaves no orphan and no lock", async () => {
  const programs = childrenOf(run.child.pid ?? 0);
  run.child.kill("SIGKILL");
  await run.ended;
  run = start({ NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "fault-on-signal.mjs")}` });
  await untilReady(run);
  expect(programs.filter(isRunning)).toEqual([]);
});

/** One that has ended stays listed, as a zombie, until the machine's first program has taken note of it. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/status`;
  return existsSync(file) && !/^State:\s+[ZX]/m.test(readFileSync(file, "utf8"));
}

/** Registered only where there is /proc, by which the programs are found. */
function testWithProc(title: string, body: () => Promise<void>): void {
  if (existsSync("/proc")) test(title, body);
}

testWithProc("a program that dies is started again, the other one stays up, and both are told", async () => {
  const parent = run.child.pid ?? 0;
  const web = childOf(parent, "lib/server/main.ts");
  process.kill(childOf(parent, "serve"), "SIGKILL");
  await expect.poll(run.output).toContain("the service ended by itself (SIGKILL); starting it again");
  expect(await answers(launcherWebPort)).toBe(true);
  await expect.poll(() => answers(launcherApiPort), { timeout: 20_000 }).toBe(true);
  expect(childOf(parent, "lib/server/main.ts")).toBe(web);

  process.kill(web, "SIGKILL");
  await expect.poll(run.output).toContain("the web ended by itself (SIGKILL)");
  await expect.poll(() => answers(launcherWebPort), { timeout: 20_000 }).toBe(true);
  const told = readFileSync(path.join(data, "logs", "launcher.jsonl"), "utf8");
  expect(told.match(/program ended by itself/g)).toHaveLength(2);
});

testWithProc(
  "each program that dies of an error says why: with its stack in its log, and in the launcher's line",
  async () => {
    const parent = run.child.pid ?? 0;
    const programs = [
      ["service", "serve", launcherApiPort],
      ["web", "lib/server/main.ts", launcherWebPort],
    ] as const;
    for (const [name, word, port] of programs) {
      process.kill(childOf(parent, word), "SIGUSR2");
      const line = `the ${name} ended by itself (exit code 1; TypeError at `;
      await expect.poll(run.output, { timeout: 20_000 }).toContain(line);
      const log = readFileSync(path.join(data, "logs", `${name}.jsonl`), "utf8");
      const words = log.split("\n").find((each) => each.includes("died"));
      expect(words, name).toMatch(/"level":"(?:fatal|error)"/);
      expect(words, name).toMatch(/TypeError[^}]*at process\.<anonymous> [^}]*fault-on-signal\.mjs/);
      await expect.poll(() => answers(port), { timeout: 20_000 }).toBe(true);
    }
    const told = readFileSync(path.join(data, "logs", "launcher.jsonl"), "utf8");
    expect(told.match(/"fault":"TypeError at /g)).toHaveLength(2);
    for (const said of [run.output(), told]) expect(said).not.toContain("hk_secret");
    expect(readFileSync(path.join(data, "logs", "web.jsonl"), "utf8")).not.toContain("hk_secret");
  },
);

test("the id on an error page, and in a failed answer, is found by hiraku logs", async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await browser.newPage({
    baseURL: `http://localhost:${launcherWebPort}`,
    storageState: { cookies: [], origins: [] },
  });
  await page.goto("/sign-in");
  await page.getByRole("button", { name: /demo key/i }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  const store = new BetterSqlite(path.join(data, "web.db"));
  store.exec("alter table ledger rename to ledger_gone");

  await page.goto("/library/spending");
  await expect(page.getByRole("main")).toContainText(/\d{6,}/);
  const shown = await page.getByRole("main").innerText();
  const digest = /\d{6,}/.exec(shown)?.[0] ?? "none";
  expect(logsOf(digest)).toMatch(/web\s+a page failed .*path=/);
  const answer = await page.request.get("/api/ledger");
  expect(answer.status()).toBe(500);
  const { instance } = await answer.json();
  expect(answer.headers()["x-request-id"]).toBe(instance);
  expect(logsOf(instance)).toContain("a handler failed");

  store.exec("alter table ledger_gone rename to ledger");
  store.close();
  await page.close();
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  await untilPortsAreFree();
});

testWithProc(
  "with a key for EDINET an empty folder gets filings and no sample, and a first key that is shown once",
  async () => {
    test.setTimeout(240_000);
    const standIn = await startStandIn();
    const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-launcher-edinet-"));
    const today = jstDate(Date.now());
    standIn.lists.set(today, [listRow("S1000001", { submitDateTime: `${today} 09:00` })]);
    standIn.files.set("S1000001:1", { type: "application/octet-stream", bytes: makeFiling() });
    const follow = () =>
      startLauncher(folder, {
        HIRAKU_SAMPLE: "",
        HIRAKU_EDINET_KEY: standInKey,
        HIRAKU_EDINET_URL: standIn.url,
        HIRAKU_EDINET_PAUSE_MS: "10",
        HIRAKU_EDINET_SINCE: "1",
      });
    const first = follow();
    await untilReady(first);
    expect(first.output()).toContain("First key in the data folder, file first-key");
    expect(first.output()).not.toMatch(/sample market|Demo key/);
    expect(statSync(path.join(folder, "first-key")).mode & 0o777).toBe(0o600);
    const key = readFileSync(path.join(folder, "first-key"), "utf8").trim();
    const listed = async () => {
      const answer = await fetch(`http://127.0.0.1:${launcherApiPort}/v1/documents?timeline_since=${today}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return DocumentListResponse.parse(await answer.json()).documents.map(({ document_id }) => document_id);
    };
    await expect.poll(listed, { timeout: 60_000 }).toEqual(["S1000001"]);

    const parent = first.child.pid ?? 0;
    const serving = childOf(parent, "serve");
    const hasKey = (word: string) =>
      readFileSync(`/proc/${childOf(parent, word)}/environ`, "utf8").includes(standInKey);
    expect(["watch", "serve", "lib/server/main.ts"].filter(hasKey)).toEqual(["watch"]);
    process.kill(childOf(parent, "watch"), "SIGKILL");
    await expect.poll(first.output).toContain("the ingestion ended by itself (SIGKILL); starting it again");
    standIn.lists.set(today, [
      listRow("S1000001", { submitDateTime: `${today} 09:00` }),
      listRow("S1000002", { seqNumber: 2, submitDateTime: `${today} 09:01` }),
    ]);
    standIn.files.set("S1000002:1", { type: "application/octet-stream", bytes: makeFiling() });
    await expect.poll(listed, { timeout: 60_000 }).toEqual(["S1000002", "S1000001"]);
    expect(childOf(parent, "serve")).toBe(serving);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const second = follow();
    await untilReady(second);
    expect(second.output()).not.toContain("First key");
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    // A document under way at the kill is asked for once more.
    expect(standIn.requests.filter((request) => request.includes("/S1000001")).length).toBeLessThanOrEqual(2);
    await standIn.close();
  },
);

function logsOf(id: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["cli/main.ts", "logs", id], {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: data },
    encoding: "utf8",
  });
  return stdout + stderr;
}

/** Every file with its size and modification time, except the log of the running programs. */
function contentsOf(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map((each) => path.join(each.parentPath, each.name)).filter((file) => !file.includes("/logs/"));
  return Object.fromEntries(
    paths.map((file) => [path.relative(folder, file), `${statSync(file).size} ${statSync(file).mtimeMs}`]),
  );
}
