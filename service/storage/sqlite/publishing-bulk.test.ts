import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPublisher, type Publisher } from "../../domain/publishing/index.ts";
import type { Publication } from "../../domain/publishing/publication.ts";
import { makeNews, makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import type { DocumentQuery } from "../../search/port.ts";
import { SearchReader } from "../../search/sqlite/reader.ts";
import { createSearchWriter } from "../../search/sqlite/recording-writer.ts";
import { documentQuery } from "../../search/testing/queries.ts";
import { createCatalogWriter } from "./catalog-writer.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrations.ts";

/** The same market written document by document and all at once. */
let folder: string;
const stores: Database[] = [];

function openPublisher(name: string): { db: Database; publisher: Publisher } {
  const db = openDatabase(join(folder, name));
  stores.push(db);
  migrate(db);
  return { db, publisher: createPublisher({ catalog: createCatalogWriter(db), search: createSearchWriter(db) }) };
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-bulk-"));
});
afterAll(() => {
  for (const db of stores) db.close();
  rmSync(folder, { recursive: true, force: true });
});

const subjects = ["原材料価格の上昇", "為替相場の変動", "半導体製造装置の受注", "政策保有株式の縮減", "長岡工場の新棟"];
const documents: Publication[] = Array.from({ length: 60 }, (_, i) => {
  const year = 2020 + (i % 5);
  const text = (n: number) =>
    `${subjects[(i + n) % 5]}により、当期の売上高は${i}億円となりました。`.repeat(1 + (i % 4));
  return makePublication({
    documentId: `D${i}`,
    securityCode: `97${10 + (i % 12)}`,
    fiscalPeriod: `${year}FY`,
    periodEnd: `${year + 1}-03-31`,
    timelineAtMs: Date.parse("2026-01-01T00:00:00Z") + i,
    sections: [makeSection("a", text(0)), makeSection("b", text(1), { level: 2, parentSectionId: "a" })],
  });
});
const query = (changes: Partial<DocumentQuery>) =>
  documentQuery("為替相場", { topK: 50, includeSnippet: true, latestOnly: true, ...changes });

test("what is published in a batch is found exactly as if each had been published alone", async () => {
  const single = openPublisher("single.db");
  const bulk = openPublisher("bulk.db");
  for (const each of documents) await single.publisher.publishDocument(each);
  await single.publisher.publishNews(makeNews());
  await single.publisher.withdrawDocument("D7");
  await bulk.publisher.batch(async (door) => {
    for (const each of documents) {
      // An earlier version within the same batch leaves nothing behind.
      await door.publishDocument({ ...each, sections: [makeSection("old", "為替相場の旧版")] });
      await door.publishDocument(each);
    }
    await door.publishNews(makeNews());
    await door.withdrawDocument("D7");
  });
  const segments = (db: Database) => db.prepare("SELECT count(*) FROM search_body_segment").pluck().get();
  expect(segments(bulk.db)).toBe(1);
  const [a, b] = [single, bulk].map(({ db }) => new SearchReader(db, 1_000_000));
  const ids = (reader: SearchReader | undefined, changes: Partial<DocumentQuery>) =>
    reader?.searchDocuments(query(changes), () => {}).hits.map((hit) => ({ ...hit, score: hit.score.toFixed(6) }));
  for (const text of [...subjects, "売上高", "期", "旧版", "海鳴精機"]) {
    for (const changes of [{}, { latestOnly: false }, { securityCodes: ["9711"] }]) {
      expect(ids(b, { query: text, ...changes })).toEqual(ids(a, { query: text, ...changes }));
    }
  }
  expect(ids(a, { query: "為替相場", latestOnly: false })?.length).toBeGreaterThan(5);
  const news = { ...query({}), query: "長岡工場" };
  expect(b?.searchNews(news, () => {}).hits).toEqual(a?.searchNews(news, () => {}).hits);
});

test("a batch that fails leaves the index as it was, and what is published next is found", async () => {
  const { db, publisher } = openPublisher("failed.db");
  const failing = publisher.batch(async (door) => {
    for (const each of documents) await door.publishDocument(each);
    throw new Error("stopped");
  });
  await expect(failing).rejects.toThrow("stopped");
  const found = () => new SearchReader(db, 1_000_000).searchDocuments(query({}), () => {}).hits.length;
  expect(found()).toBe(0);
  await publisher.publishDocument(makePublication({ sections: [makeSection("a", "為替相場について")] }));
  expect(found()).toBe(1);
});
