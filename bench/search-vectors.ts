/** bench: what vectors of 1,024 numbers for a million passages take, in the store and in memory, and a comparison. */
import { randomFillSync } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { searchMigrations } from "../service/search/index.ts";
import { VectorTable } from "../service/search/sqlite/vectors.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";

const { values: options } = parseArgs({
  options: {
    passages: { type: "string", default: "1000000" },
    dimensions: { type: "string", default: "1024" },
  },
});
const [count, dimensions] = [Number(options.passages), Number(options.dimensions)];
const folder = mkdtempSync(join(tmpdir(), "hiraku-vectors-"));
try {
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const put = db.prepare(
    "INSERT INTO search_vector (index_name, model, passage, text_hash, scale, codes) VALUES ('body', 'm', ?, ?, 0.01, ?)",
  );
  for (let from = 0; from < count; from += 10_000) {
    db.transaction(() => {
      for (let passage = from; passage < Math.min(count, from + 10_000); passage++) {
        put.run(passage, randomFillSync(Buffer.alloc(16)), randomFillSync(Buffer.alloc(Math.ceil(dimensions / 2))));
      }
    })();
  }
  db.pragma("wal_checkpoint(TRUNCATE)");
  const before = memoryInUse();
  const table = new VectorTable(db, "body");
  table.refresh("m", dimensions);
  const memory = memoryInUse() - before;
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const question = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
    const startedAt = performance.now();
    let visited = 0;
    table.compare(
      question,
      () => true,
      () => {},
      () => visited++,
    );
    if (visited === 0) throw new Error("The comparison visited nothing.");
    times.push(performance.now() - startedAt);
  }
  times.sort((x, y) => x - y);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(`| passages | numbers each | store | memory of one reader | compare, p50 |\n|---|---|---|---|---|`);
  console.log(
    `| ${table.count} | ${dimensions} | ${megabytes(statSync(file).size)} | ${megabytes(memory)} | ${(times[4] ?? 0).toFixed(0)} ms |`,
  );
  console.log(
    `\nWhole numbers of 32 bits would take ${megabytes(count * dimensions * 4)}; the goal is 1,000 MB at most.`,
  );
  db.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function memoryInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
