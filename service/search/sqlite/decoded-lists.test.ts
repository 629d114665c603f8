import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import type { IndexedDocument, SearchWriter } from "../port.ts";
import { createBruteForceIndex } from "../testing/brute-force.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { compactSearch } from "./compact.ts";
import { DecodedLists } from "./memory.ts";
import { SearchReader } from "./reader.ts";
import { createSearchWriter } from "./recording-writer.ts";
import { searchMigrations } from "./schema.ts";

let db: Database;
let writer: SearchWriter;
beforeEach(() => {
  db = openDatabase(":memory:");
  migrate(db, searchMigrations);
  writer = createSearchWriter(db);
});
afterEach(() => db.close());

const oracle = createBruteForceIndex();
const never = new AbortController().signal;
const queries = ["配当の方針", "方針です", "配当 方針", "配当の方針 番目"].map((query) => documentQuery(query));

/** More documents than a list needs to be kept; each with words of its own, so that lengths and scores differ. */
const documents = (from: number, end: number): IndexedDocument[] =>
  Array.from({ length: end - from }, (_, i) =>
    documentOf(`D${from + i}`, [`配当の方針です。${"番目の配当".repeat((from + i) % 7)}`]),
  );

async function put(wanted: readonly IndexedDocument[]): Promise<void> {
  await inTransaction(db, async () => {
    for (const document of wanted) await writer.putDocument(document);
  });
  for (const document of wanted) await oracle.writer.putDocument(document);
}

test("lists that are kept are those of the store: after further documents, removals and a merge", async () => {
  const reader = new SearchReader(db, 8_000_000);
  const agree = async () => {
    for (const query of queries) {
      const right = await oracle.searchDocuments(query, never);
      expect(reader.searchDocuments(query, () => {}).hits).toEqual(right.hits);
      // The second answer comes from what the first has kept.
      expect(reader.searchDocuments(query, () => {}).hits).toEqual(right.hits);
    }
  };
  await put(documents(0, 1_300));
  compactSearch(db);
  await agree();
  await put(documents(1_300, 1_340));
  await agree();
  for (const id of ["D3", "D6", "D1305"]) {
    await inTransaction(db, () => writer.removeDocument(id));
    await oracle.writer.removeDocument(id);
  }
  await agree();
  compactSearch(db);
  await agree();
});

test("a list is decoded once, the oldest goes first, and none may fill the memory", () => {
  const lists = new DecodedLists(80_000);
  const decoded: number[] = [];
  const get = (block: number) => lists.get(block, 0, 4_000, () => void decoded.push(block));
  expect([lists.isKept(1_023), lists.isKept(1_024), lists.isKept(2_000), lists.isKept(2_001)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  for (const block of [1, 2, 3, 4, 1]) get(block);
  expect(decoded).toEqual([1, 2, 3, 4]);
  get(5);
  get(2);
  expect(decoded).toEqual([1, 2, 3, 4, 5]);
  get(1);
  expect(decoded).toEqual([1, 2, 3, 4, 5, 1]);
});
