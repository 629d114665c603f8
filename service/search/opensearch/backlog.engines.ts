import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeNews, makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../library.ts";
import { openStore } from "../../storage/open-store.ts";
import { openPostgres } from "../../storage/postgres/open-postgres.ts";
import type { Store } from "../../storage/store.ts";
import { servePostgres } from "../../testing/database.ts";
import { describeBacklog } from "../testing/backlog-contract.ts";
import { engineUrl } from "../testing/engine-url.ts";
import { documentQuery } from "../testing/queries.ts";
import { EngineClient } from "./client.ts";
import { EngineIndexes } from "./indexes.ts";
import { openEngine } from "./open-engine.ts";
import { readSearchPlace } from "./place.ts";

const postgres = servePostgres();
const newFolder = () => mkdtempSync(join(tmpdir(), "hiraku-backlog-"));

/** A store that an engine follows, unless it is held. */
async function openOn(store: Store, folder: string, prefix = `test-${randomUUID()}`) {
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  const outside = store.outsideSearch();
  await outside.prepare();
  const place = readSearchPlace(`${engineUrl()}/?prefix=${prefix}`);
  if (place === undefined) throw new Error("The engine has no address.");
  const gate = { isHeld: false };
  const { source } = outside;
  const start = () =>
    openEngine({
      ...outside,
      source: {
        ...source,
        changesAfter: async (change, limit) => (gate.isHeld ? [] : source.changesAfter(change, limit)),
        async idsAfter(...asked) {
          while (gate.isHeld) await pause(5);
          return source.idsAfter(...asked);
        },
      },
      place,
      timeoutMs: 30_000,
      onFailure: () => {},
    });
  return {
    gate,
    start,
    publisher: library.publisher,
    async close() {
      const client = new EngineClient(place);
      await new EngineIndexes(client, place).drop(1);
      client.close();
      await library.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openFollowed(store: Store, folder: string) {
  const { gate, start, publisher, close } = await openOn(store, folder);
  const index = start();
  return {
    publisher,
    index,
    hold() {
      gate.isHeld = true;
    },
    async release() {
      gate.isHeld = false;
      while ((await index.check()) !== "ok") await pause(5);
      index.forget();
    },
    async close() {
      gate.isHeld = false;
      await index.close();
      await close();
    },
  };
}

const onSqlite = async (folder = newFolder()) => openFollowed(openStore(folder), folder);
const onPostgres = async (folder = newFolder()) =>
  openFollowed(await openPostgres({ url: await postgres.newDatabase(), dataFolder: folder }), folder);

describeBacklog("OpenSearch that follows SQLite", onSqlite, { fallsBehind: true });
describeBacklog("OpenSearch that follows PostgreSQL", onPostgres, { fallsBehind: true });

test("while an index is first filled all is told, counted and refused that it lacks, from the first second", async () => {
  const folder = newFolder();
  const { gate, start, publisher, close } = await openOn(openStore(folder), folder);
  onTestFinished(close);
  for (let i = 0; i < 30; i++)
    await publisher.publishDocument(
      makePublication({
        documentId: `D${i}`,
        sections: [makeSection("s-1", "配当の方針")],
        securityCode: `13${i + 10}`,
      }),
    );
  await publisher.publishNews(makeNews());
  gate.isHeld = true;
  const search = start();
  // Before the engine was asked for anything, and while it is filled.
  expect(await search.state()).toMatchObject({ behind: 31 });
  expect(search.hasCaughtUp).toBe(false);
  await expect.poll(() => search.check()).toBe("filling, 0 of 31, behind 31");
  expect(await search.state()).toMatchObject({ behind: 31, done: 0, total: 31 });
  const all = await search.documentsBehind(documentQuery("配当"));
  expect(all.publications).toBe(30);
  expect(all.forMs).toBeGreaterThan(60_000);
  expect(await search.documentsBehind(documentQuery("配当", { securityCodes: ["0000"] }))).toMatchObject({
    publications: 0,
  });
  expect(search.hasCaughtUp).toBe(false);
  gate.isHeld = false;
  await expect.poll(() => search.check()).toBe("ok");
  expect(search.hasCaughtUp).toBe(true);
  gate.isHeld = true;
  await publisher.publishDocument(makePublication({ documentId: "LATER" }));
  expect(await search.check()).toBe("behind 1");
  expect(search.hasCaughtUp).toBe(true);
  gate.isHeld = false;
  await search.close();
});
