import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { jstDate } from "../lib/contract/dates.ts";
import { listRow, type StandIn, standInKey, startStandIn } from "../service/ingest/testing/edinet-stand-in.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";
import { openStore } from "../service/storage/open-store.ts";

const main = resolve(import.meta.dirname, "main.ts");
/** Today's list is asked for every three seconds. */
const pauseMs = 10;
/** Also where midnight in Tokyo comes while a test runs. */
const days = [jstDate(Date.now()), jstDate(Date.now() + 86_400_000)];

let standIn: StandIn;
let data: string;

beforeEach(async () => {
  standIn = await startStandIn();
  data = mkdtempSync(join(tmpdir(), "hiraku-watch-"));
  onTestFinished(async () => {
    await standIn.close();
    rmSync(data, { recursive: true, force: true });
  });
});

function watch(more: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [main, "ingest", "watch"], {
    env: {
      ...process.env,
      HIRAKU_DATA: data,
      HIRAKU_EDINET_URL: standIn.url,
      HIRAKU_EDINET_KEY: standInKey,
      HIRAKU_EDINET_PAUSE_MS: String(pauseMs),
      HIRAKU_EDINET_SINCE: "1",
      ...more,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

function list(...ids: readonly string[]): void {
  for (const day of days) {
    standIn.lists.set(
      day,
      ids.map((id, at) => listRow(id, { seqNumber: at + 1, submitDateTime: `${days[0]} 09:0${at}` })),
    );
  }
  for (const id of ids) standIn.files.set(`${id}:1`, { type: "application/octet-stream", bytes: makeFiling() });
}

const downloads = (id: string) => standIn.requests.filter((request) => request.includes(id)).length;
const listsOfToday = () =>
  standIn.requests.filter((request) => days.some((day) => request.endsWith(`documents.json?${day}`))).length;

/** While the command runs. */
async function until(child: ChildProcess, holds: () => void): Promise<void> {
  await vi.waitFor(() => {
    expect([child.exitCode, child.signalCode], "the command has ended by itself").toEqual([null, null]);
    holds();
  }, 45_000);
}

/** What the store has, read when no program has it open. */
async function titles(): Promise<(string | undefined)[]> {
  const store = openStore(data);
  const { catalog } = store.library();
  const ids = ["S1000001", "S1000002", "S1000003"];
  const found = await Promise.all(ids.map(async (id) => (await catalog.findDocument(id))?.summary.content_status));
  store.close();
  return found;
}

test("the command goes on for two intervals and takes in what comes, and ends with 0 when it is asked to", async () => {
  list("S1000001");
  const child = watch();
  await until(child, () => expect(downloads("S1000001")).toBe(1));
  list("S1000001", "S1000002");
  await until(child, () => expect(downloads("S1000002")).toBe(1));
  list("S1000001", "S1000002", "S1000003");
  await until(child, () => expect(downloads("S1000003")).toBe(1));
  const lists = listsOfToday();
  await until(child, () => expect(listsOfToday()).toBeGreaterThan(lists));
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await titles()).toEqual(["ready", "ready", "ready"]);
  expect([downloads("S1000001"), downloads("S1000002"), downloads("S1000003")]).toEqual([1, 1, 1]);
}, 120_000);

test("killed at any moment and started again, it loses and doubles nothing", async () => {
  list("S1000001", "S1000002", "S1000003");
  const moments = [
    () => expect(standIn.requests.length).toBeGreaterThan(0),
    () => expect(listsOfToday()).toBeGreaterThan(0),
    () => expect(downloads("S1000001")).toBeGreaterThan(0),
    () => expect(downloads("S1000002")).toBeGreaterThan(0),
  ];
  for (const moment of moments) {
    const child = watch();
    await until(child, moment);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const child = watch();
  const lists = listsOfToday();
  await until(child, () => {
    expect(downloads("S1000003")).toBe(1);
    expect(listsOfToday()).toBeGreaterThan(lists);
  });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await titles()).toEqual(["ready", "ready", "ready"]);
  // What was under way at a kill is asked for once more, and nothing else.
  expect(downloads("S1000001")).toBeLessThanOrEqual(3);
}, 120_000);

test("a second process on the folder waits, and goes on when the first has ended", async () => {
  list("S1000001");
  const first = watch();
  await until(first, () => expect(downloads("S1000001")).toBe(1));
  const second = watch();
  let said = "";
  second.stderr?.on("data", (chunk) => (said += String(chunk)));
  const lists = listsOfToday();
  await until(second, () => expect(listsOfToday()).toBeGreaterThan(lists));
  expect(said).toBe("");
  first.kill("SIGKILL");
  await until(second, () => expect(said).toContain("hiraku watches"));
}, 120_000);

test("a folder is watched without a key, and nothing at all is refused", async () => {
  const inbox = join(data, "inbox");
  mkdirSync(inbox);
  writeFileSync(join(inbox, "S1000001.zip"), makeFiling());
  const child = watch({ HIRAKU_EDINET_KEY: "", HIRAKU_INBOX: inbox });
  await until(child, () => expect(readdirSync(join(inbox, "done"))).toEqual(["S1000001.zip"]));
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await titles()).toEqual(["ready", undefined, undefined]);
  expect(standIn.requests).toEqual([]);
  const refused = watch({ HIRAKU_EDINET_KEY: "" });
  expect(await once(refused, "exit")).toEqual([2, null]);
}, 120_000);
