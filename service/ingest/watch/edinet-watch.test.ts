import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jstDate } from "../../../lib/contract/dates.ts";
import { pdfOf } from "../../pdf/testing/small-pdf.ts";
import type { IngestRecord } from "../../storage/ports.ts";
import { IngestSession } from "../session.ts";
import { codesUrlOf, EdinetClient, usualClient } from "../sources/edinet/client.ts";
import {
  asksLater,
  cut,
  failing,
  half,
  listRow,
  refusing,
  type StandIn,
  standInKey,
  startStandIn,
} from "../testing/edinet-stand-in.ts";
import { makeFiling } from "../testing/make-filing.ts";
import { makeZip } from "../testing/make-zip.ts";
import { MemorySink } from "../testing/memory-sink.ts";
import { EdinetWatch } from "./edinet-watch.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Saturday: no hour of it is busy. */
const today = "2026-06-20";
const noon = Date.parse(`${today}T12:00:00+09:00`);

/** A pause with which weeks pass in few requests. */
const slowly = 60_000;

let standIn: StandIn;
let folder: string;
let sink: MemorySink;
let nowMs: number;
let sleeps: number[];
let session: IngestSession;
let watch: EdinetWatch;
let events: string[];
let freeBytes: number;

beforeEach(async () => {
  standIn = await startStandIn();
  folder = mkdtempSync(join(tmpdir(), "hiraku-watch-"));
  sink = new MemorySink();
  nowMs = noon;
  sleeps = [];
  events = [];
  freeBytes = 1e9;
  open();
});
afterEach(async () => {
  await session.close();
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process begins. */
function open(since: string | number = 2, pauseMs: number = usualClient.pauseMs): void {
  const signal = new AbortController().signal;
  const clock = {
    now: () => nowMs,
    async sleep(ms: number) {
      sleeps.push(ms);
      nowMs += ms;
    },
  };
  const output = { redraw: () => undefined, print: () => undefined, isTerminal: false };
  session = new IngestSession({ dataFolder: folder, sink, now: clock.now, output, signal, retry: true, width: 2 });
  const client = new EdinetClient({
    ...usualClient,
    pauseMs,
    baseUrl: standIn.url,
    codesUrl: codesUrlOf(standIn.url),
    key: standInKey,
    fetch,
    clock,
    signal,
  });
  const log = {
    event: (name: string, fields?: object) => void events.push(`${name} ${JSON.stringify(fields)}`),
    failure: (name: string) => void events.push(name),
  };
  watch = new EdinetWatch({ client, session, clock, since, log, signal, pauseMs, freeBytes: async () => freeBytes });
}

/** A process ends, and the next one begins. */
async function restart(since?: string | number, pauseMs?: number): Promise<void> {
  await session.close();
  open(since, pauseMs);
  await watch.recover();
}

/** Everything that is to be done up to a moment. */
async function passUntil(endMs: number): Promise<void> {
  while (nowMs < endMs) {
    if (await watch.step()) continue;
    nowMs = Math.min(endMs, Math.max(nowMs, await watch.nextAtMs()));
  }
}
const pass = (ms: number) => passUntil(nowMs + ms);

function list(day: string, rows: readonly (string | Record<string, unknown>)[]): void {
  standIn.lists.set(
    day,
    rows.map((row, at) => {
      const { docID, ...values } = typeof row === "string" ? { docID: row } : row;
      const submitDateTime = `${day} 10:${String(at).padStart(2, "0")}`;
      return listRow(String(docID), { seqNumber: at + 1, submitDateTime, ...values });
    }),
  );
}

function serve(...ids: readonly string[]): void {
  for (const id of ids) standIn.files.set(`${id}:1`, { type: "application/octet-stream", bytes: makeFiling() });
}

const record = async (key: string): Promise<IngestRecord> => {
  const found = await sink.records.find(key);
  if (found === undefined) throw new Error(`nothing is recorded of ${key}`);
  return found;
};
const published = () => [...sink.documents.keys()].sort();
const asked = (part: string) => standIn.requests.filter((request) => request.includes(part));
const daysAsked = () => asked("documents.json").map((request) => request.slice(-10));
const downloads = () => asked("/documents/").map((request) => /documents\/(\w+)/.exec(request)?.[1]);

describe("the lists", () => {
  test("the newest day comes first, then those before it, and in a day the earliest document", async () => {
    list("2026-06-18", ["S1000001"]);
    list("2026-06-19", ["S1000002", "S1000003"]);
    list(today, ["S1000004"]);
    serve("S1000001", "S1000002", "S1000003", "S1000004");
    await pass(60_000);
    expect(daysAsked()).toEqual(["2026-06-20", "2026-06-19", "2026-06-18"]);
    expect(downloads()).toEqual(["S1000004", "S1000002", "S1000003", "S1000001"]);
    expect(published()).toHaveLength(4);
    expect(standIn.atOnceMax).toBe(1);
  });

  test("today's is asked for every five minutes, and what is in it once", async () => {
    list(today, ["S1000001"]);
    serve("S1000001", "S1000002");
    await pass(4 * 60_000);
    expect(daysAsked().filter((day) => day === today)).toHaveLength(1);
    list(today, ["S1000001", "S1000002"]);
    await pass(12 * 60_000);
    expect(daysAsked().filter((day) => day === today)).toHaveLength(4);
    expect(downloads()).toEqual(["S1000001", "S1000002"]);
  });

  test("one that is shorter than before is an older one, and counts for nothing", async () => {
    list(today, ["S1000001", "S1000002"]);
    serve("S1000001", "S1000002");
    await pass(60_000);
    const before = await record(`list:${today}`);
    list(today, ["S1000001"]);
    await pass(5 * 60_000);
    expect(await record(`list:${today}`)).toMatchObject({ detail: before.detail, attempts: 1 });
  });

  test("after midnight in Tokyo yesterday's is read once more, each night of a week, and what came late is taken in", async () => {
    serve("S1000001", "S1000002");
    nowMs = Date.parse("2026-06-20T23:58:00+09:00");
    await restart(2, 10_000);
    await passUntil(Date.parse("2026-06-20T23:59:59+09:00"));
    list(today, [{ docID: "S1000001", submitDateTime: `${today} 23:59` }]);
    const before = daysAsked().length;
    await passUntil(Date.parse("2026-06-21T01:30:00+09:00"));
    expect(
      daysAsked()
        .slice(before)
        .filter((day) => day === today),
    ).toHaveLength(1);
    expect(published()).toEqual(["S1000001"]);
    list(today, [{ docID: "S1000001", docDescription: "直された表題" }, "S1000002"]);
    await passUntil(Date.parse("2026-06-21T04:00:00+09:00"));
    expect(published()).toEqual(["S1000001", "S1000002"]);
    expect(sink.documents.get("S1000001")?.title).toBe("直された表題");
    await passUntil(Date.parse("2026-07-03T00:00:00+09:00"));
    expect(
      daysAsked()
        .slice(before)
        .filter((day) => day === today),
    ).toHaveLength(1 + 7);
  });

  test("after an absence of any length every day since the last one is read", async () => {
    list("2026-06-19", ["S1000001"]);
    serve("S1000001", "S1000002", "S1000003");
    await pass(60_000);
    nowMs += 60 * dayMs;
    list("2026-07-01", ["S1000002"]);
    list(jstDate(nowMs), ["S1000003"]);
    const before = daysAsked().length;
    await restart(0);
    await pass(30 * 60_000);
    const days = new Set(daysAsked().slice(before));
    expect(days.size).toBe(61 + 2);
    expect(published()).toEqual(["S1000001", "S1000002", "S1000003"]);
    expect(downloads().indexOf("S1000003")).toBeLessThan(downloads().indexOf("S1000002"));
  });

  test("a longer past is read in parts, each with its documents before the next", async () => {
    await session.close();
    open("2026-03-20");
    list("2026-06-01", ["S1000001"]);
    list("2026-04-01", ["S1000002"]);
    serve("S1000001", "S1000002");
    await pass(hourMs);
    expect(published()).toEqual(["S1000001", "S1000002"]);
    const order = standIn.requests.map((request) => request.replace(/.*[/?](?=S|2)/, ""));
    expect(order.indexOf("S1000001?1")).toBeLessThan(order.indexOf("2026-04-01"));
    expect(new Set(daysAsked())).toContain("2026-03-20");
    expect(new Set(daysAsked())).not.toContain("2026-03-19");
  });

  test("one that always fails is set aside and told, and holds up nothing", async () => {
    list(today, ["S1000001"]);
    serve("S1000001");
    standIn.lists.set("2026-06-19", failing);
    await pass(10 * 60_000);
    expect(published()).toEqual(["S1000001"]);
    expect(await record("list:2026-06-19")).toMatchObject({ state: "set_aside", reason: "download_failed" });
    list("2026-06-19", ["S1000002"]);
    serve("S1000002");
    await pass(hourMs + 60_000);
    expect(published()).toEqual(["S1000001", "S1000002"]);
  });
});

describe("rows that change", () => {
  const gone = { docTypeCode: null, docDescription: null, filerName: null };

  beforeEach(() => restart(2, 10_000));

  test("a withdrawn document's delivery ends, whichever of the two lists is read last", async () => {
    list("2026-06-19", ["S1000001", "S1000002"]);
    serve("S1000001", "S1000002");
    await pass(hourMs);
    list(today, [{ docID: "S1000009", ...gone, withdrawalStatus: "1", legalStatus: "0", parentDocID: "S1000001" }]);
    await pass(dayMs);
    expect(sink.withdrawn).toEqual(new Set(["S1000001"]));
    expect(await record("S1000001")).toMatchObject({ state: "closed", day: today });
    expect(downloads().filter((id) => id === "S1000001")).toHaveLength(1);
  });

  test("one that was withdrawn before it was ever read is never asked for", async () => {
    list(today, [{ docID: "S1000009", ...gone, withdrawalStatus: "1", legalStatus: "0", parentDocID: "S1000001" }]);
    list("2026-06-19", ["S1000001"]);
    await pass(2 * dayMs);
    expect(downloads()).toEqual([]);
    expect((await record("S1000001")).state).toBe("closed");
  });

  test("a document that comes on several days is one, by the row of the latest", async () => {
    list("2026-06-19", [{ docID: "S1000001", docDescription: "古い" }]);
    list(today, [{ docID: "S1000001", docDescription: "新しい", docInfoEditStatus: "1" }]);
    serve("S1000001");
    await pass(3 * dayMs);
    expect(sink.documents.get("S1000001")?.title).toBe("新しい");
    expect(downloads()).toEqual(["S1000001"]);
  });

  test("an amendment has its parent's type by the list of another day, before either is read", async () => {
    list(today, [{ docID: "S1000002", docTypeCode: "360", formCode: "090001", parentDocID: "S1000001" }]);
    list("2026-06-19", [{ docID: "S1000001", docTypeCode: "350", formCode: "010002", docDescription: "変更報告書" }]);
    serve("S1000001", "S1000002");
    await pass(hourMs);
    expect(sink.documents.get("S1000002")?.type).toBe("large_holding_change_report");
  });
});

describe("a bad document", () => {
  /** The hours after each failure at which it was asked for again. */
  async function hoursOfRetries(id: string): Promise<number[]> {
    while ((await sink.records.find(id))?.attempts !== 1) await pass(60_000);
    const hours: number[] = [];
    for (let last = await record(id); last.dueAtMs !== null; ) {
      await passUntil(last.dueAtMs + 3 * hourMs);
      const next = await record(id);
      expect(next.attempts).toBe(last.attempts + 1);
      hours.push((last.dueAtMs - last.atMs) / hourMs);
      last = next;
    }
    return hours;
  }

  test.each([
    ["answers 500 for ever", failing],
    ["answers 400 for ever", refusing],
    ["breaks off for ever", cut(makeFiling())],
    ["comes half for ever", half(makeFiling())],
  ])("that %s is asked for again after an hour, six, a day and a week, and holds up nothing", async (_how, answer) => {
    await restart(2, slowly);
    list(today, ["S1000001", "S1000002"]);
    standIn.files.set("S1000001:1", answer);
    serve("S1000002");
    expect(await hoursOfRetries("S1000001")).toEqual([1, 6, 24, 168]);
    expect(published()).toEqual(["S1000002"]);
    expect(await record("S1000001")).toMatchObject({ state: "set_aside", dueAtMs: null, attempts: 5 });
    const before = downloads().length;
    await pass(30 * dayMs);
    expect(downloads()).toHaveLength(before);
  });

  test("is in as soon as its file is whole", async () => {
    list(today, ["S1000001"]);
    standIn.files.set("S1000001:1", half(makeFiling()));
    await pass(10 * 60_000);
    expect((await record("S1000001")).reason).toBe("not_an_archive");
    serve("S1000001");
    await pass(hourMs);
    expect(published()).toEqual(["S1000001"]);
    expect(await record("S1000001")).toMatchObject({ state: "done", reason: null, attempts: 0, detail: null });
  });

  test("that answers 503 with a time of its own is asked for again after that, and holds up nothing", async () => {
    list(today, ["S1000001", "S1000002"]);
    standIn.files.set("S1000001:1", asksLater(503, String((5 * hourMs) / 1_000)));
    serve("S1000002");
    await pass(10 * 60_000);
    expect(published()).toEqual(["S1000002"]);
    const { dueAtMs, atMs } = await record("S1000001");
    expect(((dueAtMs ?? 0) - atMs) / hourMs).toBeCloseTo(5, 2);
  });

  test("that can't be read in any other way is not asked for again", async () => {
    await restart(2, slowly);
    list(today, ["S1000001"]);
    const bytes = makeZip([{ name: "../outside.htm", data: Buffer.from("<p>out</p>") }]);
    standIn.files.set("S1000001:1", { type: "application/octet-stream", bytes });
    await pass(30 * dayMs);
    expect(await record("S1000001")).toMatchObject({ state: "set_aside", reason: "unsafe_path", dueAtMs: null });
    expect(downloads()).toEqual(["S1000001"]);
  });

  test("is asked for at once when its row changes", async () => {
    list(today, ["S1000001"]);
    standIn.files.set("S1000001:1", failing);
    await pass(10 * 60_000);
    serve("S1000001");
    list(today, [{ docID: "S1000001", docDescription: "直された表題" }]);
    await pass(6 * 60_000);
    expect(published()).toEqual(["S1000001"]);
  });

  test("that ends the program is tried alone, and set aside after the third time", async () => {
    list(today, ["S1000001", "S1000002", "S1000003"]);
    serve("S1000001", "S1000002", "S1000003");
    while (daysAsked().length < 3) await watch.step();
    /** The program ends while it reads them. */
    const end = async (...ids: string[]) => {
      const begun = await Promise.all(ids.map(record));
      await sink.records.put(begun.map((each) => ({ ...each, state: "under_way" })));
      await restart();
    };
    await end("S1000001", "S1000002");
    await end("S1000001");
    await end("S1000001");
    expect(await record("S1000001")).toMatchObject({ state: "set_aside", reason: "program_ended", attempts: 3 });
    expect((await record("S1000001")).dueAtMs).toBe(nowMs + hourMs);
    await watch.step();
    expect(downloads()).toEqual(["S1000002"]);
    await watch.step();
    expect(published()).toEqual(["S1000002", "S1000003"]);
    await pass(2 * hourMs);
    expect(published()).toEqual(["S1000001", "S1000002", "S1000003"]);
  });
});

describe("a PDF that fails", () => {
  beforeEach(() => {
    list(today, [{ docID: "S1000001", pdfFlag: "1" }]);
    serve("S1000001");
  });

  test.each([
    ["answers 500", failing],
    ["comes half", half(Buffer.from(pdfOf([{ text: "本文" }]), "latin1"))],
  ])("because it %s keeps no text back, and is there when it is asked for again", async (_how, answer) => {
    standIn.files.set("S1000001:2", answer);
    await pass(10 * 60_000);
    expect(sink.documents.get("S1000001")).toMatchObject({ status: "ready", pages: [] });
    const { state, message, dueAtMs } = await record("S1000001");
    expect([state, dueAtMs]).toEqual(["set_aside", expect.any(Number)]);
    expect(message).toMatch(/^Without its PDF: /);
    const bytes = Buffer.from(pdfOf([{ text: "本文" }]), "latin1");
    standIn.files.set("S1000001:2", { type: "application/pdf", bytes });
    await pass(hourMs);
    expect(sink.documents.get("S1000001")?.pages).toHaveLength(1);
    expect((await record("S1000001")).state).toBe("done");
  });
});

test("on a disk that is nearly full nothing is ingested until there is room again", async () => {
  list(today, ["S1000001"]);
  serve("S1000001");
  freeBytes = 400_000_000;
  await pass(hourMs);
  expect(downloads()).toEqual([]);
  expect(await record("edinet")).toMatchObject({ state: "waiting", reason: "failed" });
  freeBytes = 1e9;
  await pass(20 * 60_000);
  expect(published()).toEqual(["S1000001"]);
});

describe("an outage", () => {
  test("of any length is waited out: nothing is set aside, and everything is there afterwards", async () => {
    list(today, ["S1000001", "S1000002"]);
    serve("S1000001", "S1000002", "S1000003");
    while (published().length === 0) await watch.step();
    standIn.isDown = true;
    await pass(2 * dayMs);
    expect(await record("edinet")).toMatchObject({ state: "waiting", reason: "unreachable" });
    expect((await sink.records.documentTotals()).map(({ state }) => state)).not.toContain("set_aside");
    standIn.isDown = false;
    list("2026-06-21", ["S1000003"]);
    await pass(20 * 60_000);
    expect(published()).toEqual(["S1000001", "S1000002", "S1000003"]);
    expect(await record("edinet")).toMatchObject({ state: "done", reason: null, dueAtMs: null });
  });

  test("is asked about less and less, ten minutes apart in the end", async () => {
    await pass(60_000);
    standIn.isDown = true;
    await pass(6 * hourMs);
    const failures = events.filter((event) => event.startsWith("waiting for EDINET"));
    expect(failures.length).toBeGreaterThan(25);
    expect(failures.length).toBeLessThan(40);
  });

  test("a refused key is told, asked about every hour, and a new one goes on where the old one ended", async () => {
    list(today, ["S1000001"]);
    serve("S1000001");
    standIn.key = "another";
    await pass(dayMs);
    const source = await record("edinet");
    expect(source).toMatchObject({ state: "waiting", reason: "key_refused" });
    expect(source.message).toContain("HIRAKU_EDINET_KEY");
    expect(asked("documents.json").length).toBeLessThan(40);
    standIn.key = standInKey;
    await restart();
    await pass(60_000);
    expect(published()).toEqual(["S1000001"]);
  });

  test.each([429, 503])("a pause that EDINET asks for with %i is kept to, over a restart too", async (status) => {
    await pass(60_000);
    for (let time = 0; time < 2; time++) standIn.next.push(asksLater(status, "7200"));
    await pass(10 * 60_000);
    const before = standIn.requests.length;
    await restart();
    await pass(hourMs);
    expect(standIn.requests).toHaveLength(before);
    expect(await record("edinet")).toMatchObject({ reason: "busy" });
    await pass(2 * hourMs);
    expect(standIn.requests.length).toBeGreaterThan(before);
  });
});

test("with a clock that is wrong nothing is wanted and nothing is set aside, until it is right", async () => {
  list(today, ["S1000001"]);
  serve("S1000001");
  let [rightMs, wrongMs] = [noon, Date.parse("2031-01-01T00:00:00+09:00")];
  nowMs = wrongMs;
  standIn.now = () => rightMs + (nowMs - wrongMs);
  await pass(2 * hourMs);
  expect(await record("edinet")).toMatchObject({ reason: "clock_wrong", detail: null });
  expect(await sink.records.lists()).toEqual([]);
  rightMs = wrongMs = nowMs = noon + 2 * hourMs;
  await pass(hourMs);
  expect(published()).toEqual(["S1000001"]);
  expect((await sink.records.lists()).map(({ day }) => day)).toEqual(["2026-06-18", "2026-06-19", today]);
});

describe("companies", () => {
  const header =
    "ＥＤＩＮＥＴコード,提出者種別,提出者名,提出者名（英字）,提出者名（ヨミ）,提出者業種,証券コード,提出者法人番号";
  const codes = (...lines: readonly string[]) => ({
    type: "application/zip",
    bytes: makeZip([{ name: "EdinetcodeDlInfo.csv", data: Buffer.from([`${header}`, ...lines].join("\r\n")) }]),
  });

  test("are read before anything else, and each night again", async () => {
    standIn.files.set("codes", codes("E99998,内国法人,子会社株式会社,Sub,コガイシャ,サービス業,88880,9000000000001"));
    list(today, [{ docID: "S1000001", docTypeCode: "350", formCode: "010001", issuerEdinetCode: "E99998" }]);
    serve("S1000001");
    await pass(60_000);
    expect(standIn.requests.slice(0, 2)).toEqual(["least", expect.stringContaining("Edinetcode.zip")]);
    expect(sink.documents.get("S1000001")).toMatchObject({ securityCode: "8888", issuerName: "子会社株式会社" });
    await pass(3 * dayMs);
    expect(asked("Edinetcode.zip")).toHaveLength(4);
  });

  test("are learned from documents where there is no list, which holds up nothing", async () => {
    list(today, [{ docID: "S1000001", JCN: "9000000000002" }]);
    serve("S1000001");
    await pass(10 * 60_000);
    expect(sink.learned).toEqual([
      expect.objectContaining({
        ...{ securityCode: "9999", name: "見本株式会社", edinetCode: "E99999", corporateNumber: "9000000000002" },
      }),
    ]);
    expect(await record("codes")).toMatchObject({ state: "set_aside", reason: "download_failed" });
  });
});

test("in busy hours requests are three times as far apart, those after a failure too", async () => {
  nowMs = Date.parse("2026-06-19T15:00:00+09:00");
  standIn.next.push(failing, asksLater(503, "0"));
  await pass(60_000);
  expect(sleeps.slice(0, 2)).toEqual([6_000, 3_000]);
  expect(new Set(sleeps.slice(2))).toEqual(new Set([3_000]));
});
