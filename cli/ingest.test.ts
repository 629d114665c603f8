import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readBlobPlace } from "../lib/kit/objects/place.ts";
import { listRow, standInKey, startStandIn } from "../service/ingest/testing/edinet-stand-in.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";
import { serveS3 } from "../service/testing/bucket.ts";
import { checkFolder } from "./archive/check-folder.ts";
import { run } from "./ingest.ts";

const { newBucket } = serveS3();

let folder: string;
let printed: string[];
let warned: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-cli-ingest-"));
  printed = [];
  warned = [];
});

function ingest(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const io = {
    env: { HIRAKU_DATA: join(folder, "data"), HIRAKU_EDINET_PAUSE_MS: "0", ...env },
    print: (line: string) => void printed.push(line),
    warn: (line: string) => void warned.push(line),
    isTerminal: false,
  };
  return run(args, io);
}

test.each([
  [[], /Say what/],
  [["edgar"], /no source 'edgar'/],
  [["package"], /Name the file/],
  [["folder"], /Name the folder/],
  [["edinet"], /--from/],
  [["edinet", "--from", "2026-02-30"], /calendar day/],
])("%j is told what is wrong, and nothing is created", async (args, message) => {
  await expect(ingest(args)).rejects.toThrow(message);
  expect(existsSync(join(folder, "data"))).toBe(false);
});

test("EDINET without a key is told where to put one", async () => {
  await expect(ingest(["edinet", "--from", "2026-06-20"])).rejects.toThrow(/HIRAKU_EDINET_KEY/);
});

test("a dry run says how many documents and megabytes, and takes in nothing", async () => {
  const standIn = await startStandIn();
  standIn.lists.set("2026-06-20", [
    listRow("S1000001"),
    listRow("S1000002", { docTypeCode: "180", docDescription: "臨時報告書" }),
  ]);
  const env = { HIRAKU_EDINET_URL: standIn.url, HIRAKU_EDINET_KEY: standInKey };
  expect(await ingest(["edinet", "--from", "2026-06-20", "--to", "2026-06-21", "--dry-run"], env)).toBe(0);
  expect(warned[0]).toMatch(/^2 days, 2 rows .*2 documents, about \d+ MB/);
  expect(standIn.requests).toHaveLength(2);
  await standIn.close();
});

test("a package is taken in, and its report printed as JSON where it is asked for", async () => {
  const file = join(folder, "S1000001.zip");
  writeFileSync(file, makeFiling());
  expect(await ingest(["package", file, "--json"])).toBe(0);
  expect(printed).toHaveLength(1);
  expect(JSON.parse(printed[0] ?? "")).toMatchObject({
    counts: { created: 1 },
    documents: [{ documentId: "S1000001", tables: 2 }],
  });
});

test("faults of a manifest are told with file, line and column, and nothing is taken in", async () => {
  writeFileSync(join(folder, "manifest.json"), '{ "documents": [\n  { "file": "a.pdf" }\n] }');
  await expect(ingest(["folder", folder])).rejects.toThrow(/1 faults in the manifest/);
  expect(warned).toEqual(["manifest.json:2:3: 'documents.0.family' is missing."]);
});

test("the files of a package go to the bucket that HIRAKU_BLOBS_URL names, once, and the check finds them there", async () => {
  const bucket = await newBucket();
  const env = { HIRAKU_BLOBS_URL: bucket.address };
  const file = join(folder, "S1000001.zip");
  writeFileSync(file, makeFiling());
  expect(await ingest(["package", file], env)).toBe(0);
  const stored = await bucket.list("kept/");
  expect(stored.length).toBeGreaterThan(0);
  expect(existsSync(join(folder, "data", "blobs", "kept"))).toBe(false);
  expect(readdirSync(join(folder, "data", "blobs", "incoming"))).toEqual([]);
  expect(await ingest(["package", file], env)).toBe(0);
  expect(await bucket.list("kept/")).toEqual(stored);
  const check = await checkFolder({
    dataFolder: join(folder, "data"),
    place: readBlobPlace(bucket.address),
    secretsInEnvironment: [],
    onProgress: () => undefined,
  });
  expect(check.flatMap(({ problems }) => problems)).toEqual([]);
  expect(check.find(({ part }) => part === "blobs")?.counts["files"]).toBe(stored.length);
});

test("an address of files that is none is refused without its value", async () => {
  const refused = ingest(["package", "x"], { HIRAKU_BLOBS_URL: "s3://canary-key:canary-secret@bucket" });
  await expect(refused).rejects.toThrow(/^HIRAKU_BLOBS_URL must be a folder, or s3:\/\/bucket\/prefix/);
  await expect(refused).rejects.not.toThrow(/canary/);
});
