import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { jstDate, jstDateTime } from "../lib/contract/dates.ts";
import { edinetKey, listKey, sourceDetail } from "../service/domain/market/records.ts";
import { openStore } from "../service/storage/open-store.ts";
import type { IngestRecord } from "../service/storage/ports.ts";
import { makeRecord } from "../service/storage/testing/make-record.ts";
import { run as ingest } from "./ingest.ts";
import { run } from "./status.ts";

let data: string;
let printed: string[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "hiraku-status-"));
  printed = [];
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
});

function io(env: Record<string, string> = {}) {
  const print = (line: string) => void printed.push(line);
  return { env: { HIRAKU_DATA: data, ...env }, print, warn: print, isTerminal: false };
}

async function put(...records: readonly IngestRecord[]): Promise<void> {
  const store = openStore(data);
  await store.ingestRecords().put(records);
  store.close();
}

/** EDINET was followed, and its list read so long ago. */
async function readAgo(ms: number): Promise<number> {
  const readAtMs = Date.now() - ms;
  const day = jstDate(readAtMs);
  const detail = JSON.stringify({ readAtMs, rows: 1, highest: 1, unreadable: 0 });
  await put(
    makeRecord(edinetKey, { kind: "source", state: "done", detail: sourceDetail(day) }),
    makeRecord(listKey(day), { kind: "list", state: "done", day, detail }),
  );
  return readAtMs;
}

test("where nothing is to be followed it says so and ends with 0, and with 1 where a key is set", async () => {
  expect(await run([], io())).toBe(0);
  expect(printed).toEqual(["EDINET is not followed: HIRAKU_EDINET_KEY is not set."]);
  expect(await run([], io({ HIRAKU_EDINET_KEY: "key" }))).toBe(1);
  expect(printed[1]).toContain("nothing has followed EDINET yet");
});

test("a fresh market ends with 0 and says up to when everything is here", async () => {
  const readAtMs = await readAgo(0);
  expect(await run([], io())).toBe(0);
  expect(printed[0]).toBe(`EDINET up to ${jstDateTime(readAtMs).slice(11, 16)} today`);
});

test("a market older than a business day ends with 1", async () => {
  await readAgo(4 * 86_400_000);
  expect(await run([], io())).toBe(1);
  expect(printed[0]).toContain("older than a business day");
});

test("what was set aside is told with its reason, as JSON too, and tried again when it is asked for", async () => {
  await readAgo(0);
  const detail = JSON.stringify({ filerName: "見本株式会社", docDescription: "有価証券報告書" });
  await put(makeRecord("S1000001", { state: "set_aside", reason: "unsafe_path", message: "It leads out.", detail }));
  await run([], io());
  expect(printed.at(-1)).toBe("  S1000001 見本株式会社 有価証券報告書: unsafe_path. It leads out.");
  printed = [];
  await run(["--json"], io());
  expect(JSON.parse(printed[0] ?? "")).toMatchObject({
    market: {
      stale: false,
      set_aside: 1,
      tried_again: 0,
      set_aside_items: [{ key: "S1000001", next_attempt_at: null }],
    },
  });
  expect(await ingest(["again", "S1000009"], io())).toBe(1);
  expect(await ingest(["again", "all"], io())).toBe(0);
  printed = [];
  await run(["--json"], io());
  expect(JSON.parse(printed[0] ?? "")).toMatchObject({ market: { set_aside: 1, tried_again: 1 } });
});
