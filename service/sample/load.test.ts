import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Publisher } from "../domain/publishing/index.ts";
import { openLibrary } from "../library.ts";
import { openStore } from "../storage/open-store.ts";
import type { Database } from "../storage/sqlite/database.ts";
import { type LoadOptions, loadSampleMarket } from "./load.ts";
import { stepsOf } from "./steps.ts";

const market = { seed: 1, issuers: 3, years: 1, lengths: "full", today: "2026-11-20" } as const;

function opened() {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-load-"));
  const store = openStore(folder);
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  onTestFinished(async () => {
    await library.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const load = (more: Partial<LoadOptions> = {}) =>
    loadSampleMarket({
      publisher: library.publisher,
      records: store.samples(),
      ...market,
      onStep() {},
      onNewest() {},
      ...more,
    });
  const documents = () =>
    store.db
      .prepare<[], { id: string; at: number; superseded: string | null }>(
        "SELECT document_id AS id, timeline_at_ms AS at, superseded_by_document_id AS superseded FROM documents ORDER BY document_id",
      )
      .all();
  return { load, documents, publisher: library.publisher, rows: () => everyRow(store.db) };
}

/** Of every table how many rows and a hash of all; when it was made and what marks it differ between any two stores. */
function everyRow(db: Database) {
  const names = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migrations', 'search_place', 'sqlite_stat1')",
    )
    .pluck()
    .all();
  const digestOf = (name: string) => {
    const digest = createHash("sha256");
    let count = 0;
    const columns = name === "search_changes" ? "change, kind, id" : "*";
    for (const row of db.prepare<[], unknown[]>(`SELECT ${columns} FROM ${name}`).raw().iterate()) {
      count++;
      for (const value of row) digest.update(value instanceof Uint8Array ? value : `${typeof value} ${value}`);
    }
    return { count, hash: digest.digest("hex") };
  };
  return new Map(names.sort().map((name) => [name, digestOf(name)]));
}

const readTables = (rows: ReturnType<typeof everyRow>) =>
  ["documents", "section_texts", "section_names", "search_body_passage", "search_glossary"].map(
    (name) => rows.get(name)?.count ?? 0,
  );

/** Written by threads in one go, once for all tests that compare with it. */
let once: ReturnType<typeof loadAtOnce> | undefined;
const loadedAtOnce = () => (once ??= loadAtOnce());

async function loadAtOnce() {
  const { load, documents, rows } = opened();
  const newest: ReturnType<typeof documents>[] = [];
  await load({ threads: 2, onNewest: () => void newest.push(documents()) });
  return { newest, documents: documents(), rows: rows() };
}

test("the newest year of every issuer is written first, and told before anything older", async () => {
  const { newest } = await loadedAtOnce();
  const since = Date.parse("2025-10-01T00:00:00Z");
  expect(newest).toHaveLength(1);
  expect(newest.flat().length).toBeGreaterThan(20);
  expect(newest.flat().every(({ at }) => at >= since)).toBe(true);
});

test("a load that was cut anywhere goes on, and ends with the same as one that was not", async () => {
  const whole = await loadedAtOnce();
  const { load, documents } = opened();
  for (let round = 0; ; round++) {
    const abort = new AbortController();
    const { record, documents: written } = await load({ onStep: () => abort.abort(), signal: abort.signal });
    if (record.completed) break;
    // Each round writes a part of its own: nothing is written twice.
    expect(written).toBeLessThan(whole.documents.length);
    expect(round).toBeLessThan(10);
  }
  expect(documents()).toEqual(whole.documents);
  expect((await load()).changed).toBe(0);
});

test("what is written counts issuers, so that another size of step goes on at the right place", () => {
  const steps = stepsOf({ anchorDay: market.today, issuers: 5, lengths: "full" });
  expect(steps.map(({ until }) => until)).toEqual([2, 4, 5, 7, 9, 10]);
  expect(steps.map(({ newest }) => newest)).toEqual([true, true, true, false, false, false]);
  expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(10);
});

test("threads that prepare make the same store as one thread in which the writer prepares", async () => {
  const alone = opened();
  await alone.load({ threads: 0, publisher: withoutPreparation(alone.publisher) });
  expect(Math.min(...readTables(alone.rows()))).toBeGreaterThan(20);
  expect((await loadedAtOnce()).rows).toEqual(alone.rows());
}, 180_000);

const withoutPreparation = (publisher: Publisher): Publisher => ({
  ...publisher,
  batch: (work) =>
    publisher.batch((door) => work({ ...door, publishDocument: (publication) => door.publishDocument(publication) })),
});
