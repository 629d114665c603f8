import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPublisher } from "../../domain/publishing/index.ts";
import {
  makeNews,
  makePublication,
  makeSection,
  recordSearch,
} from "../../domain/publishing/testing/make-publication.ts";
import { createCatalogWriter } from "../../storage/sqlite/catalog-writer.ts";
import { type Database, openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import { documentOf, documentQuery, newsQuery } from "../testing/queries.ts";
import { compactSearch } from "./compact.ts";
import { SearchReader } from "./reader.ts";
import { rebuildSearch } from "./rebuild.ts";
import { createSearchWriter } from "./recording-writer.ts";
import { listSegments } from "./segments.ts";

let folder = "";
let db: Database;
let readOnly: Database;
let reader: SearchReader;
const go = () => {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-rebuild-"));
  db = openDatabase(join(folder, "store.db"), { durability: "normal" });
  migrate(db);
  readOnly = openDatabase(join(folder, "store.db"), { readonly: true });
  reader = new SearchReader(readOnly, 1_000_000);
});

afterEach(() => {
  readOnly.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const ids = (query: string) => reader.searchDocuments(documentQuery(query), go).hits.map((hit) => hit.documentId);

async function publishUnindexed(): Promise<void> {
  const publisher = createPublisher({ catalog: createCatalogWriter(db), search: recordSearch() });
  for (let i = 0; i < 6; i++) {
    await publisher.publishDocument(
      makePublication({ documentId: `S9TEST0${i}`, type: "other", sections: [makeSection("s-1", "精密機械の受注")] }),
    );
  }
  await publisher.publishDocument(
    makePublication({ documentId: "S9PENDIN", status: "pending_release", sections: [makeSection("s-1", "精密機械")] }),
  );
  await publisher.withdrawDocument("S9TEST05");
  await publisher.publishNews(makeNews());
}

const searchable = ["S9TEST04", "S9TEST03", "S9TEST02", "S9TEST01", "S9TEST00"];

test("a rebuild indexes what the catalog delivers, and removes everything else", async () => {
  await publishUnindexed();
  await createSearchWriter(db).putDocument(documentOf("GONE", ["精密機械"]));
  expect(ids("精密機械")).toEqual(["GONE"]);
  expect(await rebuildSearch(db)).toEqual({ documents: 5, news: 1, resumed: false });
  expect(ids("精密機械")).toEqual(searchable);
  expect(reader.searchNews(newsQuery("長岡工場"), go).hits).toMatchObject([{ newsId: "N-1" }]);
});

test("a stopped rebuild continues where it was, and searches work meanwhile", async () => {
  await publishUnindexed();
  const stopAt = (at: number) => (done: number) => {
    expect(ids("精密機械").length).toBeLessThanOrEqual(5);
    if (done === at) throw new Error("killed");
  };
  await expect(rebuildSearch(db, { onProgress: stopAt(3) })).rejects.toThrow("killed");
  expect(ids("精密機械").length).toBeGreaterThan(0);
  expect(await rebuildSearch(db)).toMatchObject({ documents: 3, resumed: true });
  expect(ids("精密機械")).toEqual(searchable);
  expect(await rebuildSearch(db)).toEqual({ documents: 5, news: 1, resumed: false });
  expect(ids("精密機械")).toEqual(searchable);
});

test("segments are merged as they become many, and compacting leaves one that answers the same", async () => {
  const writer = createSearchWriter(db);
  for (let i = 0; i < 100; i++) await writer.putDocument(documentOf(`D${i}`, [`第${i}の節 配当の方針`]));
  for (let i = 0; i < 100; i += 3) await writer.removeDocument(`D${i}`);
  expect(listSegments(db, "body").length).toBeLessThan(40);
  const query = documentQuery("配当", { topK: 50 });
  const before = reader.searchDocuments(query, go);
  compactSearch(db);
  expect(listSegments(db, "body")).toHaveLength(1);
  expect(reader.searchDocuments(query, go)).toEqual(before);
  expect(before.hits).toHaveLength(50);
  expect(ids("第33の節")).toEqual([]);
  await writer.putDocument(documentOf("D33", ["第33の節"]));
  expect(ids("第33の節")).toEqual(["D33"]);
});

test("a reader continues after segments were merged and nothing was removed", async () => {
  const writer = createSearchWriter(db);
  for (let i = 0; i < 10; i++) await writer.putDocument(documentOf(`D${i}`, [`第${i}の節 配当の方針`]));
  const before = ids("配当の方針");
  compactSearch(db);
  expect(listSegments(db, "body")).toHaveLength(1);
  expect(ids("配当の方針")).toEqual(before);
  await writer.putDocument(documentOf("LATER", ["配当の方針"]));
  await writer.removeDocument("D3");
  expect(ids("配当の方針").toSorted()).toEqual([...before.filter((id) => id !== "D3"), "LATER"].toSorted());
});

test("a reader sees a transaction whole or not at all", async () => {
  const writer = createSearchWriter(db);
  await writer.putDocument(documentOf("A", ["初版"]));
  await inTransaction(db, async () => {
    await writer.putDocument(documentOf("A", ["改訂"]));
    await writer.putDocument(documentOf("B", ["改訂"]));
    expect(ids("初版")).toEqual(["A"]);
    expect(ids("改訂")).toEqual([]);
  });
  expect(ids("初版")).toEqual([]);
  expect(ids("改訂")).toEqual(["B", "A"]);
});

test("every kind of search checks between its steps whether to continue", async () => {
  const writer = createSearchWriter(db);
  for (let i = 0; i < 40; i++) await writer.putDocument(documentOf(`D${i}`, ["配当の方針とあいさつ"]));
  for (const query of ["配当", "配当 方針", '"当の方針と"', "あ"]) {
    for (const matchType of ["lexical", "semantic"] as const) {
      const stop = () => {
        throw new Error("stopped");
      };
      const run = () => reader.searchDocuments(documentQuery(query, { matchType }), stop);
      expect(run, `${query} ${matchType}`).toThrow("stopped");
    }
  }
});
