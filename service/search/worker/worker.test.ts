import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import { mappedBytes } from "../../testing/mapped-bytes.ts";
import { SearchBusyError } from "../port.ts";
import { createSearchIndex, type SearchIndexOptions } from "../sqlite/create-index.ts";
import { createSearchWriter } from "../sqlite/recording-writer.ts";
import { searchMigrations } from "../sqlite/schema.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";

let folder = "";
let file = "";
let db: Database;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "hiraku-pool-")));
  file = join(folder, "store.db");
  db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const writer = createSearchWriter(db);
  await inTransaction(db, async () => {
    for (let i = 0; i < 200; i++) await writer.putDocument(documentOf(`D${i}`, ["配当の方針です。".repeat(40)]));
  });
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const open = (options: Partial<SearchIndexOptions> = {}) =>
  createSearchIndex({ db, file, threads: 1, cacheBytes: 1_000_000, ...options });

test("a query that is abandoned rejects at once, and the next is answered", async () => {
  const index = open();
  const controller = new AbortController();
  const query = documentQuery("配当 方針 です", { topK: 50, includeSnippet: true });
  const running = index.searchDocuments(query, controller.signal);
  const waiting = index.searchDocuments(query, controller.signal);
  const third = index.searchDocuments(query, never);
  controller.abort();
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  expect((await third).hits).toHaveLength(50);
  await index.close();
});

test("beyond its bound a search is refused at once, and the ones that wait are answered", async () => {
  const index = open({ waitingMax: 2 });
  const query = documentQuery("配当");
  const asked = [1, 2, 3].map(() => index.searchDocuments(query, never));
  await Promise.resolve();
  expect(index.waiting).toBe(2);
  await expect(index.searchDocuments(query, never)).rejects.toThrow(SearchBusyError);
  expect(await Promise.all(asked)).toHaveLength(3);
  expect(index.waiting).toBe(0);
  await index.close();
});

test("a store that can't be opened fails the query and not the process", async () => {
  const index = open({ file: join(folder, "none.db") });
  await expect(index.searchDocuments(documentQuery("配当"), never)).rejects.toThrow();
  await index.close();
});

if (process.platform === "linux") {
  test("a thread that is asked nothing gives back what it mapped of the store, and answers the next search", async () => {
    // Only what is in the file is mapped, and this connection would map it too.
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.pragma("mmap_size = 0");
    const restless = open({ quietMs: 3_600_000 });
    const found = await restless.searchDocuments(documentQuery("配当"), never);
    expect(mappedBytes(file)).toBeGreaterThan(0);
    await restless.close();

    const index = open({ quietMs: 1 });
    for (let round = 0; round < 2; round++) {
      expect((await index.searchDocuments(documentQuery("配当"), never)).hits).toEqual(found.hits);
      await expect.poll(() => mappedBytes(file)).toBe(0);
    }
    await index.close();
  });
}
