import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { SearchBusyError } from "../port.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { searchMigrations } from "../sqlite/schema.ts";
import { createSearchWriter } from "../sqlite/writer.ts";
import { SearchPool } from "./pool.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";

let folder = "";
let file = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-pool-"));
  file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const writer = createSearchWriter(db);
  await inTransaction(db, async () => {
    for (let i = 0; i < 200; i++) await writer.putDocument(documentOf(`D${i}`, ["配当の方針です。".repeat(40)]));
  });
  db.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

test.each([
  ["told to stop", 10_000],
  ["replaced", 0],
])(
  "a query that is abandoned rejects at once, its thread is %s, and the next is answered",
  async (_how, stopWithinMs) => {
    const pool = new SearchPool({ file, threads: 1, cacheBytes: 1_000_000, stopWithinMs });
    const controller = new AbortController();
    const query = documentQuery("配当 方針 です", { topK: 50, includeSnippet: true });
    const running = pool.ask("documents", query, controller.signal);
    const waiting = pool.ask("documents", query, controller.signal);
    const third = pool.ask("documents", query, never);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    expect((await third).hits).toHaveLength(50);
    expect((await pool.ask("documents", query, never)).hits).toHaveLength(50);
    await pool.close();
  },
);

test("more queries than threads are all answered", async () => {
  const pool = new SearchPool({ file, threads: 2, cacheBytes: 1_000_000 });
  const query = documentQuery("配当");
  const answers = await Promise.all(Array.from({ length: 20 }, () => pool.ask("documents", query, never)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await pool.close();
});

test("beyond its bound a search is refused at once, and the ones that wait are answered", async () => {
  const pool = new SearchPool({ file, threads: 1, cacheBytes: 1_000_000, waitingMax: 2 });
  const query = documentQuery("配当");
  const asked = [1, 2, 3].map(() => pool.ask("documents", query, never));
  expect(pool.waiting).toBe(2);
  await expect(pool.ask("documents", query, never)).rejects.toThrow(SearchBusyError);
  expect(await Promise.all(asked)).toHaveLength(3);
  expect(pool.waiting).toBe(0);
  await pool.close();
});

test("a closed pool rejects what waits and what comes", async () => {
  const pool = new SearchPool({ file, threads: 1, cacheBytes: 1_000_000 });
  const asked = pool.ask("documents", documentQuery("配当"), never);
  const closed = pool.close();
  await expect(asked).rejects.toThrow("closed");
  await closed;
  await expect(pool.ask("documents", documentQuery("配当"), never)).rejects.toThrow("closed");
});

test("a store that can't be opened fails the query and not the process", async () => {
  const pool = new SearchPool({ file: join(folder, "none.db"), threads: 1, cacheBytes: 1_000_000 });
  await expect(pool.ask("documents", documentQuery("配当"), never)).rejects.toThrow();
  await pool.close();
});
