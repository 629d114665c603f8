import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pdfOf } from "../../pdf/testing/small-pdf.ts";
import { IngestSession } from "../session.ts";
import { makeFiling } from "../testing/make-filing.ts";
import { MemorySink } from "../testing/memory-sink.ts";
import { Inbox } from "./inbox.ts";

let root: string;
let folder: string;
let sink: MemorySink;
let session: IngestSession;
let inbox: Inbox;
let nowMs: number;
let freeBytes: number;
let failures: unknown[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "hiraku-inbox-"));
  folder = join(root, "inbox");
  sink = new MemorySink();
  freeBytes = 1e9;
  failures = [];
  nowMs = Date.parse("2026-06-20T12:00:00+09:00");
  await open();
});
afterEach(async () => {
  await session.close();
  rmSync(root, { recursive: true, force: true });
});

async function open(): Promise<void> {
  const signal = new AbortController().signal;
  const output = { redraw: () => undefined, print: () => undefined, isTerminal: false };
  const clock = { now: () => nowMs, sleep: async () => undefined };
  session = new IngestSession({ dataFolder: root, sink, now: clock.now, output, signal, retry: true, width: 2 });
  const log = { event: () => undefined, failure: (_name: string, error: unknown) => void failures.push(error) };
  inbox = new Inbox({ folder, session, clock, log, signal, freeBytes: async () => freeBytes });
}

function drop(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Long enough for what was dropped to be taken. */
async function look(): Promise<void> {
  await inbox.step();
  nowMs += 5_000;
  await inbox.step();
}

/** Long enough for what can't be ingested to be given up. */
async function lookLong(): Promise<void> {
  await look();
  nowMs += 60_000;
  await inbox.step();
}

const inside = (path = "") =>
  readdirSync(join(folder, path))
    .filter((name) => !(path === "" && ["done", "failed", ".taking"].includes(name)))
    .sort();
const pdf = Buffer.from(pdfOf([{ text: "売上の概況について" }]), "latin1");
const line = { family: "ir_material", title: "決算説明会資料", security_code: "7203", published_at: "2026-05-10" };

test("a package is ingested and moved to done, with its PDF where both are dropped", async () => {
  drop("S1000001.zip", makeFiling());
  drop("S1000002.zip", makeFiling());
  drop("S1000002.pdf", pdf);
  await look();
  expect([...sink.documents.keys()].sort()).toEqual(["S1000001", "S1000002"]);
  expect(sink.documents.get("S1000002")?.originals.map(({ originalId }) => originalId)).toEqual(["zip", "pdf"]);
  expect(inside()).toEqual([]);
  expect(inside("done")).toEqual(["S1000001.zip", "S1000002"]);
  expect(inside("done/S1000002")).toEqual(["S1000002.pdf", "S1000002.zip"]);
  expect(inside("failed")).toEqual([]);
});

test("what is still being written is left alone, however long it takes", async () => {
  drop("S1000001.zip", makeFiling().subarray(0, 500));
  await look();
  drop("S1000001.zip", makeFiling().subarray(0, 900));
  nowMs += 5_000;
  await inbox.step();
  expect(inside()).toEqual(["S1000001.zip"]);
  drop("S1000001.zip", makeFiling());
  drop("S1000002.zip.part", makeFiling());
  await look();
  expect(inside()).toEqual(["S1000002.zip.part"]);
  expect(inside("done")).toEqual(["S1000001.zip"]);
});

test("what can't be ingested goes to failed with its reason beside it, and holds up nothing", async () => {
  drop("broken.zip", "no archive");
  drop("alone.pdf", pdf);
  drop("S1000001.zip", makeFiling());
  await lookLong();
  expect(inside("done")).toEqual(["S1000001.zip"]);
  expect(inside("failed")).toEqual(["alone.pdf", "alone.pdf.txt", "broken.zip", "broken.zip.txt"]);
  expect(readFileSync(join(folder, "failed", "broken.zip.txt"), "utf8")).toContain("not_an_archive");
  expect(readFileSync(join(folder, "failed", "alone.pdf.txt"), "utf8")).toContain("manifest");
});

test("a folder with a manifest is one delivery, with news too, and its faults name line and column", async () => {
  drop(
    "may/manifest.json",
    JSON.stringify({
      documents: [{ file: "a.pdf", ...line }],
      news: [{ id: "news-1", statement: "発表した。", observed_at: "2026-05-10T15:05:00+09:00" }],
    }),
  );
  drop("may/a.pdf", pdf);
  drop("june/manifest.json", '{ "documents": [\n  { "file": "a.pdf" }\n] }');
  await lookLong();
  expect(sink.documents.size).toBe(1);
  expect([...sink.news.keys()]).toEqual(["news-1"]);
  expect(inside("done/may")).toEqual(["a.pdf", "manifest.json"]);
  expect(readFileSync(join(folder, "failed", "june.txt"), "utf8")).toBe(
    "manifest.json:2:3: 'documents.0.family' is missing.\n",
  );
});

test("two folders whose files have the same name are two documents, and one that is dropped again is the same", async () => {
  for (const month of ["may", "june"]) {
    drop(`${month}/manifest.json`, JSON.stringify({ documents: [{ file: "a.pdf", ...line, title: month }] }));
    drop(`${month}/a.pdf`, pdf);
  }
  await look();
  drop("may/manifest.json", JSON.stringify({ documents: [{ file: "a.pdf", ...line, title: "直された表題" }] }));
  drop("may/a.pdf", pdf);
  await look();
  expect([...sink.documents.values()].map(({ title }) => title).sort()).toEqual(["june", "直された表題"]);
  expect(inside("done")).toEqual(["june", "may", "may (2)"]);
});

test("with a manifest at the top everything there is one delivery", async () => {
  drop("documents.csv", "file,family,title,security_code,published_at\n7203/a.pdf,ir_material,資料,7203,2026-05-10\n");
  drop("7203/a.pdf", pdf);
  await look();
  expect(sink.documents.size).toBe(1);
  expect(inside("done/manifest")).toEqual(["7203", "documents.csv"]);
});

test("killed while files were moved aside, everything goes back and is ingested once", async () => {
  drop("S1000001.zip", makeFiling());
  drop("may/S1000002.zip", makeFiling());
  mkdirSync(join(folder, ".taking", ".S1000001"), { recursive: true });
  renameSync(join(folder, "S1000001.zip"), join(folder, ".taking", ".S1000001", "S1000001.zip"));
  renameSync(join(folder, "may"), join(folder, ".taking", "may"));
  await session.close();
  await open();
  await inbox.step();
  expect(inside()).toEqual(["S1000001.zip", "may"]);
  expect(inside(".taking")).toEqual([]);
  await look();
  expect([...sink.documents.keys()].sort()).toEqual(["S1000001", "S1000002"]);
  expect(inside("done")).toEqual(["S1000001.zip", "may"]);
});

test("where the store can't be written nothing is moved, and the next look ingests it", async () => {
  drop("S1000001.zip", makeFiling());
  sink.beforePublish = () => {
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  await look();
  expect(failures).toMatchObject([{ message: "full" }]);
  expect(inside()).toEqual(["S1000001.zip"]);
  sink.beforePublish = undefined;
  nowMs += 30_000;
  await look();
  expect(existsSync(join(folder, "done", "S1000001.zip"))).toBe(true);
});

test("on a disk that is nearly full nothing is taken until there is room again", async () => {
  drop("S1000001.zip", makeFiling());
  freeBytes = 4e8;
  await look();
  expect(inside()).toEqual(["S1000001.zip"]);
  freeBytes = 1e9;
  nowMs += 30_000;
  await inbox.step();
  expect(inside("done")).toEqual(["S1000001.zip"]);
});

test("a file whose writer pauses is not taken for a broken one", async () => {
  const whole = makeFiling();
  drop("S1000001.zip", whole.subarray(0, 500));
  await look();
  nowMs += 20_000;
  await inbox.step();
  expect(inside()).toEqual(["S1000001.zip"]);
  drop("S1000001.zip", whole);
  await look();
  expect([inside(), inside("done"), inside("failed")]).toEqual([[], ["S1000001.zip"], []]);
});

test("a clock that is set back holds up nothing", async () => {
  drop("S1000001.zip", makeFiling());
  await inbox.step();
  nowMs -= 365 * 86_400_000;
  await look();
  expect(inside("done")).toEqual(["S1000001.zip"]);
});

test("the reason never replaces a file that was dropped", async () => {
  drop("x.zip.txt", "dropped");
  await lookLong();
  drop("x.zip", "no archive");
  await lookLong();
  expect(readFileSync(join(folder, "failed", "x.zip.txt"), "utf8")).toBe("dropped");
  expect(inside("failed")).toEqual(["x (2).zip", "x (2).zip.txt", "x.zip.txt", "x.zip.txt.txt"]);
});

test("a delivery that ends the program three times goes to failed", async () => {
  drop("S1000001.zip", makeFiling());
  for (let time = 0; time < 3; time++) {
    await inbox.step();
    mkdirSync(join(folder, ".taking", ".S1000001"));
    renameSync(join(folder, "S1000001.zip"), join(folder, ".taking", ".S1000001", "S1000001.zip"));
    await session.close();
    await open();
  }
  await look();
  expect(inside("failed")).toEqual(["S1000001.zip", "S1000001.zip.txt"]);
  expect(await sink.records.find("delivery:.S1000001")).toMatchObject({ state: "set_aside", reason: "program_ended" });
  expect(sink.documents.size).toBe(0);
});

test("links lead nowhere: neither dropped ones nor those in the place of its own folders", async () => {
  const outside = join(root, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "manifest.json"), "a secret");
  await inbox.step();
  symlinkSync(join(outside, "manifest.json"), join(folder, "manifest.json"));
  symlinkSync(outside, join(folder, "may"));
  mkdirSync(join(folder, "june"));
  symlinkSync(join(outside, "manifest.json"), join(folder, "june", "manifest.json"));
  await lookLong();
  expect(inside()).toEqual(["manifest.json", "may"]);
  expect(readFileSync(join(folder, "failed", "june.txt"), "utf8")).toMatch(/^There is no package/);
  rmSync(join(folder, ".taking"), { recursive: true });
  symlinkSync(outside, join(folder, ".taking"));
  drop("S1000001.zip", makeFiling());
  await look();
  expect(failures).toMatchObject([{ message: expect.stringContaining("is no plain folder") }]);
  expect(readdirSync(outside)).toEqual(["manifest.json"]);
});

test("of many deliveries some are taken at a time, and one without measure is refused", async () => {
  for (let at = 0; at < 20; at++) drop(`S10000${String(at).padStart(2, "0")}.zip`, "no archive");
  drop("much/manifest.json", `{"documents": [${" ".repeat(33 * 1_048_576)}]}`);
  await look();
  nowMs += 60_000;
  expect(await inbox.step()).toBe(true);
  expect(inside()).toHaveLength(21 - 16);
  expect(await inbox.step()).toBe(true);
  expect(inside()).toEqual([]);
  expect(readFileSync(join(folder, "failed", "much.txt"), "utf8")).toMatch(/^manifest\.json has \d+ bytes/);
});
