import { beforeEach, describe, expect, test } from "vitest";
import { jstDateTime } from "../../../lib/contract/dates.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { createIngestRecords } from "../../storage/sqlite/ingest-records.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { makeRecord } from "../../storage/testing/make-record.ts";
import { listSetAside, readMarket } from "./market.ts";
import { createMarketReader } from "./market-reader.ts";
import { edinetKey, listKey, sourceDetail } from "./records.ts";

let records: IngestRecords;
const at = (time: string) => Date.parse(`2026-06-${time}+09:00`);

beforeEach(() => {
  const db = openDatabase(":memory:");
  migrate(db);
  records = createIngestRecords(db);
});

const followed = (since: string, changes: Partial<IngestRecord> = {}) =>
  records.put([makeRecord(edinetKey, { kind: "source", state: "done", detail: sourceDetail(since), ...changes })]);
const listed = (day: string, readAtMs: number) =>
  records.put([
    makeRecord(listKey(day), {
      ...{ kind: "list", state: "done", day },
      detail: JSON.stringify({ readAtMs, rows: 1, highest: 1, unreadable: 0 }),
    }),
  ]);
const waits = (key: string, day: string, submittedAtMs: number, changes: Partial<IngestRecord> = {}) =>
  records.put([makeRecord(key, { day, submittedAtMs, dueAtMs: 0, detail: "{}", ...changes })]);
const upTo = async (nowMs: number) => {
  const market = await readMarket(records, nowMs);
  return market?.upToMs === undefined ? undefined : jstDateTime(market.upToMs).slice(5, 16);
};

test("where nothing has followed EDINET there is nothing to tell", async () => {
  expect(await readMarket(records, at("19T12:00:00"))).toBeUndefined();
});

test("before the first list the market is stale, and lacks nothing that is known", async () => {
  await followed("2026-06-18");
  expect(await readMarket(records, at("19T12:00:00"))).toMatchObject({ upToMs: undefined, isStale: true, missing: [] });
});

test("it is up to the last reading of today's list, or to the first document of it that waits", async () => {
  await followed("2026-06-19");
  await listed("2026-06-19", at("19T15:42:00"));
  expect(await upTo(at("19T15:45:00"))).toBe("06-19T15:42");
  await waits("S1000002", "2026-06-19", at("19T15:40:00"));
  await waits("S1000001", "2026-06-19", at("19T15:30:00"), { state: "under_way" });
  expect(await upTo(at("19T15:45:00"))).toBe("06-19T15:30");
  await waits("S1000001", "2026-06-19", at("19T15:30:00"), { state: "done", dueAtMs: null });
  expect(await upTo(at("19T15:45:00"))).toBe("06-19T15:40");
  await waits("S1000002", "2026-06-19", at("19T15:40:00"), { state: "set_aside", reason: "download_failed" });
  expect(await readMarket(records, at("19T15:45:00"))).toMatchObject({
    ...{ upToMs: at("19T15:42:00"), waiting: 0, setAside: 1, triedAgain: 1 },
    newestFilingAtMs: at("19T15:30:00"),
  });
});

test("after midnight it is up to the end of yesterday until today's list was read", async () => {
  await followed("2026-06-19");
  await listed("2026-06-19", at("20T00:03:00"));
  expect(await upTo(at("20T00:04:00"))).toBe("06-20T00:00");
});

test("days that were not read to their end, or whose documents wait, are missing", async () => {
  await followed("2026-06-10");
  for (const day of [12, 13, 14, 17, 18]) await listed(`2026-06-${day}`, at(`${day + 1}T03:30:00`));
  await listed("2026-06-16", at("16T17:00:00"));
  await listed("2026-06-19", at("19T12:00:00"));
  await waits("S1000001", "2026-06-14", at("14T10:00:00"));
  const market = await readMarket(records, at("19T12:01:00"));
  expect(market?.missing).toEqual([
    { from: "2026-06-10", to: "2026-06-11" },
    { from: "2026-06-14", to: "2026-06-16" },
  ]);
  expect(market).toMatchObject({ missingDays: 5, waiting: 1, isStale: false });
});

test.each([
  ["a business day after", "18T12:00:00", "19T12:00:00", false],
  ["a minute later", "18T12:00:00", "19T12:01:00", true],
  ["over the weekend", "19T12:00:00", "22T11:59:00", false],
  ["and over it", "19T12:00:00", "22T12:01:00", true],
])("it is stale when it is older than a business day: %s", async (_when, read, now, isStale) => {
  await followed("2026-06-18");
  await listed(`2026-06-${read.slice(0, 2)}`, at(read));
  expect((await readMarket(records, at(now)))?.isStale).toBe(isStale);
});

test("trouble is told with its reason, its beginning and the next attempt", async () => {
  await followed("2026-06-19", {
    ...{ state: "waiting", reason: "key_refused", message: "EDINET refuses the key.", atMs: at("19T09:00:00") },
    dueAtMs: at("19T10:00:00"),
  });
  expect((await readMarket(records, at("19T09:30:00")))?.trouble).toEqual({
    ...{ reason: "key_refused", message: "EDINET refuses the key." },
    ...{ sinceMs: at("19T09:00:00"), nextAttemptAtMs: at("19T10:00:00") },
  });
});

describe("what was set aside", () => {
  beforeEach(async () => {
    const detail = JSON.stringify({ filerName: "見本株式会社", docDescription: "有価証券報告書" });
    const aside = { state: "set_aside", reason: "unsafe_path", message: "…", attempts: 3 } as const;
    await records.put([
      makeRecord("S1000001", { ...aside, detail, day: "2026-06-19", dueAtMs: 7 }),
      makeRecord("package:x.zip", { ...aside, kind: "file" }),
      makeRecord("list:2026-06-01", { ...aside, kind: "list", day: "2026-06-01" }),
      makeRecord("S1000002", { state: "done" }),
    ]);
  });

  test("is listed with its title, its reason and its next attempt", async () => {
    const found = await listSetAside(records, "", 10);
    expect(found.map(({ key, canBeTried }) => [key, canBeTried])).toEqual([
      ["S1000001", true],
      ["list:2026-06-01", true],
      ["package:x.zip", false],
    ]);
    expect(found[0]).toMatchObject({ title: "見本株式会社 有価証券報告書", reason: "unsafe_path", nextAttemptAtMs: 7 });
    expect((await listSetAside(records, "S1000001", 1)).map(({ key }) => key)).toEqual(["list:2026-06-01"]);
  });
});

test("any number of callers at once cost one reading, and a store that fails costs no answer", async () => {
  let readings = 0;
  let isBroken = false;
  const counted: IngestRecords = {
    ...records,
    async find(key) {
      readings++;
      if (isBroken) throw new Error("broken");
      return records.find(key);
    },
  };
  let nowMs = at("19T12:00:00");
  const read = createMarketReader(counted, () => nowMs);
  await Promise.all([read(), read()]);
  expect(readings).toBe(1);
  isBroken = true;
  nowMs += 5_000;
  expect(await read()).toBeUndefined();
});
