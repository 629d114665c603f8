import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../library.ts";
import { openStore } from "../../storage/open-store.ts";
import { type BacklogUnderTest, describeBacklog } from "../testing/backlog-contract.ts";
import { documentQuery } from "../testing/queries.ts";
import { rebuildSearch } from "./rebuild.ts";

function open() {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-backlog-"));
  const store = openStore(folder);
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  const index = store.searchIndex({ embedding: undefined, onEmbeddingFailure: () => {} });
  const engine: BacklogUnderTest = {
    publisher: library.publisher,
    index,
    hold() {},
    release: async () => {},
    async close() {
      await index.close();
      await library.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { ...engine, store };
}

describeBacklog("SQLite", async () => open(), { fallsBehind: false });

test("an index that is made anew lacks what its rebuild has not reached, and a whole one lacks nothing", async () => {
  const { store, publisher, index, close } = open();
  for (const id of ["A", "B", "C"])
    await publisher.publishDocument(makePublication({ documentId: id, sections: [makeSection("s-1", "配当")] }));
  const query = documentQuery("配当");
  const never = new AbortController().signal;
  const stopAt = (at: number) => (done: number) => {
    if (done === at) throw new Error("stopped");
  };
  await expect(rebuildSearch(store.db, { onProgress: stopAt(1) })).rejects.toThrow("stopped");
  expect((await index.documentsBehind(query)).publications).toBe(0);
  store.db.exec("UPDATE search_body_document SET removed = 1, version = version + 100 WHERE document_id <> 'A'");
  store.db.exec("UPDATE search_body_state SET version = version + 100");
  expect((await index.searchDocuments(query, never)).hits.map((hit) => hit.documentId)).toEqual(["A"]);
  const lag = await index.documentsBehind(query);
  expect(lag.publications).toBe(2);
  expect(lag.forMs).toBeGreaterThan(60_000);
  await rebuildSearch(store.db);
  expect(await index.documentsBehind(query)).toEqual({ publications: 0, forMs: 0 });
  await close();
});
