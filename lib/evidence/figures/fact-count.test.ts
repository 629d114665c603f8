import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { storeOriginal } from "../../../service/ingest/run/ingest-context.ts";
import { ReadPool } from "../../../service/ingest/run/read-pool.ts";
import { MemorySink } from "../../../service/ingest/testing/memory-sink.ts";
import { readFigures } from "./reading/read-figures.ts";
import { makeReport, zipOf } from "./testing/make-package.ts";

const folder = mkdtempSync(join(tmpdir(), "hiraku-counted-"));
mkdirSync(folder, { recursive: true });
const readers = new ReadPool({ workers: 1 });
afterAll(async () => {
  await readers.close();
  rmSync(folder, { recursive: true, force: true });
});

const stored = (originalId: string, bytes: Uint8Array) => {
  const file = join(folder, `${originalId}.zip`);
  writeFileSync(file, bytes);
  return storeOriginal({ sink: new MemorySink(), readers }, originalId, file, "a.zip");
};

test("a package is stored with the number of figures that the web app then finds in it", async () => {
  const zip = makeReport();
  expect((await stored("zip", zip)).factCount).toBe((await readFigures(zip)).facts.length);
  expect((await stored("zip", zipOf({ "readme.txt": "none" }))).factCount).toBe(0);
});

test("other archives are not counted, and one that can't be trusted is stored without a count", async () => {
  expect(await stored("csv", makeReport())).not.toHaveProperty("factCount");
  expect(await stored("zip", Buffer.from("no archive"))).not.toHaveProperty("factCount");
});
