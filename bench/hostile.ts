/** bench: every hostile package is read or refused within 20 s and 256 MB. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ReadPool } from "../service/ingest/run/read-pool.ts";
import { hostileFiles } from "../service/ingest/testing/hostile-corpus.ts";

const goalMs = 20_000;
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-hostile-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "package.zip");

const pool = new ReadPool({ workers: 1, heapMb: 256 });
const took: { readonly name: string; readonly ms: number; readonly outcome: string }[] = [];
for (const { name, bytes } of hostileFiles) {
  writeFileSync(file, bytes());
  const before = performance.now();
  const outcome = await pool.read(file).then(
    (drafts) => `${drafts.length} documents`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  took.push({ name, ms: performance.now() - before, outcome });
}
await pool.close();

const slowest = took.toSorted((a, b) => b.ms - a.ms).slice(0, 8);
for (const { name, ms, outcome } of slowest)
  console.log(`${(ms / 1_000).toFixed(2).padStart(7)} s  ${name}: ${outcome}`);
const most = slowest[0]?.ms ?? 0;
const verdict = most <= goalMs ? "reached" : "missed";
console.log(
  `${took.length} files, the slowest ${(most / 1_000).toFixed(1)} s  goal <= ${goalMs / 1_000} s: ${verdict}`,
);
if (most > goalMs) process.exitCode = 1;
