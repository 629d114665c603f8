import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../../lib/kit/postgres/connection.ts";
import { makePublication } from "../../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../library.ts";
import { createSearchIndex } from "../../search/index.ts";
import { describeBacklog } from "../../search/testing/backlog-contract.ts";
import { documentQuery } from "../../search/testing/queries.ts";
import { runSql, servePostgres } from "../../testing/database.ts";
import { openDatabase } from "../sqlite/database.ts";
import { openPostgres } from "./open-postgres.ts";
import { copyBacklog, SearchCopy } from "./search-copy.ts";
import { createSearchSource } from "./search-source.ts";

const postgres = servePostgres();

/** The index in a file of a process, followed where the test says instead of by its thread. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-backlog-"));
  const url = await postgres.newDatabase();
  const store = await openPostgres({ url, dataFolder: folder });
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  const connections = connect(url);
  const file = join(folder, "copy.db");
  const copy = await SearchCopy.open(file, connections);
  await copy.build(() => {});
  const db = openDatabase(file, { durability: "normal" });
  const index = createSearchIndex({ db, file, threads: 1, backlog: copyBacklog(db, createSearchSource(connections)) });
  return {
    url,
    publisher: library.publisher,
    index,
    hold() {},
    async release() {
      while ((await copy.follow()) > 0);
    },
    async close() {
      await index.close();
      copy.close();
      db.close();
      await connections.close();
      await library.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeBacklog("PostgreSQL, each process with an index of its own", open, { fallsBehind: true });

test("the database's own clock tells how long a publication waits", async () => {
  const { url, publisher, index, close } = await open();
  onTestFinished(close);
  await publisher.publishDocument(makePublication());
  await runSql(url, "UPDATE search_changes SET at = at - interval '90 seconds'");
  const { forMs } = await index.documentsBehind(documentQuery("本文"));
  expect(forMs).toBeGreaterThan(89_000);
  expect(forMs).toBeLessThan(150_000);
});
