import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeNews, makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../library.ts";
import { openPostgres } from "../../storage/postgres/open-postgres.ts";
import type { Store } from "../../storage/store.ts";
import { runSql, servePostgres } from "../../testing/database.ts";
import { engineUrl } from "../testing/engine-url.ts";
import { documentQuery, newsQuery } from "../testing/queries.ts";
import { checkEngine } from "./check-engine.ts";
import { EngineClient } from "./client.ts";
import { IndexFollower } from "./follower.ts";
import { EngineIndexes, FollowedElsewhereError } from "./indexes.ts";
import { openEngine, type RunningSearch } from "./open-engine.ts";
import { readSearchPlace } from "./place.ts";
import { rebuildEngine } from "./rebuild.ts";

/** Several processes on one database and one prefix of an engine: each has a store and a search of its own. */
const postgres = servePostgres();
const never = new AbortController().signal;

function newPlace(prefix = `test-${randomUUID()}`) {
  const place = readSearchPlace(`${engineUrl()}/?prefix=${prefix}`);
  if (place === undefined) throw new Error("The engine has no address.");
  onTestFinished(async () => {
    const client = new EngineClient(place);
    const indexes = new EngineIndexes(client, place);
    for (let number = (await indexes.current()) ?? 0; number > 0; number--) await indexes.drop(number);
    client.close();
  });
  return place;
}

async function openProcess(url: string, place = newPlace()) {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-together-"));
  const store = await openPostgres({ url, dataFolder: folder });
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  const failures: unknown[] = [];
  let search: RunningSearch | undefined;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await search?.close();
    await library.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  onTestFinished(close);
  const publish = (documentId: string, text: string) =>
    library.publisher.publishDocument(makePublication({ documentId, sections: [makeSection("s-1", text)] }));
  const start = async () => {
    const outside = store.outsideSearch();
    await outside.prepare();
    const onFailure = (error: unknown) => failures.push(error);
    search = openEngine({ ...outside, place, timeoutMs: 30_000, onFailure });
    return search;
  };
  return { store, library, place, failures, publish, start, close };
}

const idsOf = async (search: RunningSearch, query: string) =>
  (await search.searchDocuments(documentQuery(query, { topK: 50 }), never)).hits.map(({ documentId }) => documentId);

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error("It did not become true.");
    await pause(20);
  }
}

/** How often each document was read from the catalog to be indexed. */
function countingReads(store: Store): { readonly store: Store; readonly reads: string[] } {
  const reads: string[] = [];
  const outsideSearch: Store["outsideSearch"] = () => {
    const outside = store.outsideSearch();
    const { source } = outside;
    const document: typeof source.document = (id) => {
      reads.push(id);
      return source.document(id);
    };
    return { ...outside, source: { ...source, document } };
  };
  return { store: { ...store, outsideSearch }, reads };
}

test("processes that start at once fill the indexes once; what one publishes or withdraws all find or miss", async () => {
  const url = await postgres.newDatabase();
  const place = newPlace();
  const houses = [await openProcess(url, place), await openProcess(url, place), await openProcess(url, place)];
  const [one, two, three] = houses;
  if (one === undefined || two === undefined || three === undefined) throw new Error("not opened");
  const old = Array.from({ length: 45 }, (_, i) => `OLD${i}`);
  for (const id of old) await one.publish(id, "古い配当の方針です。");
  await two.library.publisher.publishNews(makeNews());
  const counted = houses.map(({ store }) => countingReads(store));
  const searches = await Promise.all(
    counted.map(async ({ store }) => {
      const outside = store.outsideSearch();
      await outside.prepare();
      return openEngine({ ...outside, place, timeoutMs: 30_000, onFailure: (error) => one.failures.push(error) });
    }),
  );
  onTestFinished(async () => void (await Promise.all(searches.map((each) => each.close()))));
  for (const search of searches) {
    await until(async () => (await search.check()) === "ok");
    expect((await idsOf(search, "配当")).toSorted()).toEqual(old.toSorted());
    expect((await search.searchNews(newsQuery("新棟"), never)).hits).toMatchObject([{ newsId: "N-1" }]);
    expect(await search.state()).toEqual({ behind: 0, isReachable: true, done: 46, total: 46 });
  }
  expect(counted.map(({ reads }) => reads.length).toSorted((x, y) => y - x)).toEqual([45, 0, 0]);
  for (const [i, { publish }] of houses.entries()) {
    await publish(`NEW${i}`, `第${i}回の新株予約権です。`);
    for (const search of searches) await until(async () => (await idsOf(search, `"第${i}回の新株"`)).length === 1);
  }
  await two.library.publisher.withdrawDocument("OLD7");
  for (const search of searches) expect(await idsOf(search, "配当")).not.toContain("OLD7");
  expect(one.failures).toEqual([]);
});

test("another process follows once the one that did has ended", async () => {
  const url = await postgres.newDatabase();
  const place = newPlace();
  const [one, two] = [await openProcess(url, place), await openProcess(url, place)];
  const first = await one.start();
  await until(async () => (await first.check()) === "ok");
  const second = await two.start();
  await one.close();
  await two.publish("LATER", "後から公表された方針です。");
  await until(async () => (await idsOf(second, '"後から公表"')).length === 1);
  // The end of its connections is how a process that was killed is noticed: its lock goes with them.
  const third = await openProcess(url, place);
  const last = await third.start();
  await runSql(url, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4710006");
  await third.publish("AFTER", "その後に公表された方針です。");
  for (const search of [second, last]) await until(async () => (await idsOf(search, '"その後に公表"')).length === 1);
  expect(two.failures).toEqual([]);
});

test("a process that believes it still follows writes no progress over another's", async () => {
  const url = await postgres.newDatabase();
  const place = newPlace();
  const house = await openProcess(url, place);
  await house.publish("FIRST", "最初の方針です。");
  const outside = house.store.outsideSearch();
  const client = new EngineClient(place);
  onTestFinished(() => client.close());
  const indexes = new EngineIndexes(client, place);
  await indexes.create(1);
  await indexes.swapTo(1);
  const open = () => IndexFollower.open(client, indexes, outside.source, { number: 1, isSearched: true });
  const stale = await open();
  const current = await open();
  while ((await current.step()) > 0);
  await expect(stale.step()).rejects.toThrow(FollowedElsewhereError);
  expect((await indexes.progress(1))?.progress).toEqual(current.progress);

  // Two that are both told that it is their turn take turns, and lose nothing.
  const options = { ...outside, place, timeoutMs: 30_000, onFailure: (error: unknown) => house.failures.push(error) };
  const both = [1, 2].map(() => openEngine({ ...options, isFollower: async () => true }));
  onTestFinished(async () => void (await Promise.all(both.map((each) => each.close()))));
  for (let i = 0; i < 30; i++) await house.publish(`D${i}`, `第${i}号の方針です。`);
  for (const search of both) {
    await until(async () => (await search.check()) === "ok" && (await idsOf(search, "方針")).length === 31);
    await until(async () => (await search.state()).behind === 0);
  }
  expect(house.failures).toEqual([]);
});

test("indexes are rebuilt beside searches and publications of every process; two rebuilds at once are one", async () => {
  const url = await postgres.newDatabase();
  const place = newPlace();
  const [one, two] = [await openProcess(url, place), await openProcess(url, place)];
  for (let i = 0; i < 50; i++) await one.publish(`D${i}`, `第${i}号の為替の方針です。`);
  const searches = [await one.start(), await two.start()];
  for (const search of searches) await until(async () => (await search.check()) === "ok");
  let isRebuilding = true;
  const rebuilds = [one, two].map(async ({ store }) => {
    try {
      return (await rebuildEngine(place, store.outsideSearch().source)).documents;
    } catch (error) {
      return error;
    }
  });
  const outcomes = Promise.all(rebuilds).finally(() => (isRebuilding = false));
  let meanwhile = 0;
  while (isRebuilding) {
    for (const search of searches) expect((await idsOf(search, "為替")).length).toBeGreaterThan(0);
    if (meanwhile < 3) await two.publish(`M${meanwhile++}`, "遅れて来た為替の方針です。");
  }
  // One of them goes on; the other is told, unless it came after the end of the first.
  const done = (await outcomes).filter((each) => typeof each === "number");
  expect(done.length).toBeGreaterThan(0);
  expect((await outcomes).every((each) => typeof each === "number" || each instanceof FollowedElsewhereError)).toBe(
    true,
  );
  for (const search of searches) await until(async () => (await idsOf(search, '"遅れて来た"')).length === meanwhile);
  await one.publish("AFTER", "その後の為替の方針です。");
  for (const search of searches) await until(async () => (await idsOf(search, '"その後の為替"')).length === 1);
  await until(async () => (await checkEngine(place, one.store.outsideSearch().source)).notes.length === 0);
  expect(await checkEngine(place, one.store.outsideSearch().source)).toMatchObject({
    problems: [],
    counts: { documents: 51 + meanwhile },
  });
  expect([...one.failures, ...two.failures]).toEqual([]);
});

test("one prefix belongs to one installation", async () => {
  const place = newPlace();
  const house = await openProcess(await postgres.newDatabase(), place);
  const search = await house.start();
  await until(async () => (await search.check()) === "ok");
  const stranger = await openProcess(await postgres.newDatabase(), place);
  await stranger.start();
  await until(async () => stranger.failures.length > 0);
  expect(String(stranger.failures[0])).toContain("another installation");
  expect(house.failures).toEqual([]);
});
