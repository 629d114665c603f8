import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { makeNews, makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../library.ts";
import { openStore } from "../../storage/open-store.ts";
import { documentEntry } from "../core/entries.ts";
import { engineUrl } from "../testing/engine-url.ts";
import { openEngine as openEngineAlone } from "../testing/opensearch-under-test.ts";
import { documentOf, documentQuery, newsQuery } from "../testing/queries.ts";
import { checkEngine } from "./check-engine.ts";
import { EngineClient } from "./client.ts";
import { aliasOf, EngineIndexes } from "./indexes.ts";
import { openEngine, type RunningSearch } from "./open-engine.ts";
import { readSearchPlace } from "./place.ts";
import { rebuildEngine } from "./rebuild.ts";
import { writeEntries } from "./write-entries.ts";

const Tasks = z.object({ tasks: z.array(z.object({ description: z.string() })) });
const never = new AbortController().signal;
const dropped: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop();
});

function openHouse(prefix = `test-${randomUUID()}`) {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-outside-"));
  const store = openStore(folder);
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  const place = readSearchPlace(`${engineUrl()}/?prefix=${prefix}`);
  if (place === undefined) throw new Error("The engine has no address.");
  const failures: unknown[] = [];
  const outside = store.outsideSearch();
  const start = () => openEngine({ ...outside, place, timeoutMs: 30_000, onFailure: (error) => failures.push(error) });
  onTestFinished(async () => {
    await library.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  dropped.push(async () => {
    const client = new EngineClient(place);
    const indexes = new EngineIndexes(client, place);
    for (let number = (await indexes.current()) ?? 0; number > 0; number--) await indexes.drop(number);
    client.close();
  });
  const publish = (documentId: string, text: string) =>
    library.publisher.publishDocument(makePublication({ documentId, sections: [makeSection("s-1", text)] }));
  return { store, library, place, outside, failures, start, publish };
}

const idsOf = async (search: RunningSearch, query: string, topK = 10) =>
  (await search.searchDocuments(documentQuery(query, { topK }), never)).hits.map(({ documentId }) => documentId);

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error("It did not become true.");
    await pause(10);
  }
}

test("a first start indexes what there is; publications are found within a second, withdrawals bite at once", async () => {
  const house = openHouse();
  await house.publish("OLD", "古い配当の方針です。");
  await house.library.publisher.publishNews(makeNews());
  const search = house.start();
  await until(async () => (await search.check()) === "ok");
  expect(await idsOf(search, "配当")).toEqual(["OLD"]);
  expect((await search.searchNews(newsQuery("新棟"), never)).hits).toMatchObject([{ newsId: "N-1" }]);
  const delays: number[] = [];
  for (let i = 0; i < 20; i++) {
    await house.publish(`NEW${i}`, `第${i}回の新しい配当の方針です。`);
    const committed = performance.now();
    await until(async () => (await idsOf(search, `"第${i}回の新"`)).length === 1);
    delays.push(performance.now() - committed);
  }
  delays.sort((x, y) => x - y);
  process.stdout.write(`commit to searchable: p50 ${delays[9]?.toFixed(0)} ms, p95 ${delays[18]?.toFixed(0)} ms\n`);
  expect(delays[18]).toBeLessThan(1_000);
  const [best, ...others] = await idsOf(search, "配当", 3);
  await house.library.publisher.withdrawDocument(best ?? "");
  const after = await idsOf(search, "配当", 3);
  expect(after).toHaveLength(3);
  expect(after.slice(0, 2)).toEqual(others);
  await search.close();
  expect(house.failures).toEqual([]);
});

test("new indexes are filled beside the old ones and take their place while searches go on", async () => {
  const house = openHouse();
  for (let i = 0; i < 60; i++) await house.publish(`D${i}`, `第${i}号の為替の方針です。`);
  const search = house.start();
  await until(async () => (await search.check()) === "ok");
  const progress: number[] = [];
  let rebuilding = true;
  const rebuilt = rebuildEngine(house.place, house.outside.source, {
    onProgress: (done) => progress.push(done),
  }).finally(() => (rebuilding = false));
  let searches = 0;
  while (rebuilding) {
    expect(await idsOf(search, "為替", 50)).not.toEqual([]);
    if (searches++ === 0) await house.publish("MEANWHILE", "遅れて来た為替の方針です。");
  }
  // The one published meanwhile was read from the catalogue, or followed.
  expect((await rebuilt).documents).toBeGreaterThanOrEqual(60);
  expect(progress.at(-1)).toBeGreaterThan(0);
  await until(async () => (await idsOf(search, '"遅れて来た"')).length === 1);
  await house.publish("AFTER", "その後の為替の方針です。");
  await until(async () => (await idsOf(search, '"その後の為替"')).length === 1);
  const client = new EngineClient(house.place);
  expect(await new EngineIndexes(client, house.place).current()).toBe(2);
  client.close();
  // How far it has followed is written after what it is about.
  await until(async () => (await checkEngine(house.place, house.outside.source)).notes.length === 0);
  expect(await checkEngine(house.place, house.outside.source)).toMatchObject({
    problems: [],
    notes: [],
    counts: { documents: 62, sections: 62 },
  });
  await search.close();
});

test("indexes of another installation are not touched", async () => {
  const house = openHouse();
  const search = house.start();
  await until(async () => (await search.check()) === "ok");
  await search.close();
  const other = openHouse(house.place.prefix);
  const wrong = other.start();
  await until(async () => other.failures.length > 0);
  expect(String(other.failures[0])).toContain("another installation");
  await wrong.close();
});

test("a search whose caller has gone is cancelled in the engine", async () => {
  const { client, place, index, drop } = await openEngineAlone(engineUrl());
  dropped.push(drop);
  const text = "配当の方針を取締役会で決議する。".repeat(3_000);
  const entries = Array.from({ length: 40 }, (_, i) => documentEntry(documentOf(`D${i}`, [`${text}${i}`])));
  const changes = entries.map((entry, i) => ({ id: entry.documentId, change: i + 1, entry }));
  await writeEntries(client, aliasOf(place, "body"), changes, { isNew: true, isAlias: true });
  const tasks = async () => {
    const path = "/_tasks?actions=indices:data/read/search*&group_by=none&detailed=true";
    const { tasks: all } = Tasks.parse(await client.call({ method: "GET", path }));
    return all.filter(({ description }) => description.includes(place.prefix)).length;
  };
  const query = documentQuery(`"${"配当の方針を取締役会で決議する。".repeat(50)}"`, { topK: 50 });
  const askedAt = performance.now();
  await index.searchDocuments(query, never);
  const takes = performance.now() - askedAt;
  for (let i = 0; i < 5; i++) {
    const searches = Array.from({ length: 8 }, () => {
      const controller = new AbortController();
      const running = index.searchDocuments(query, controller.signal);
      setTimeout(() => controller.abort(), 5);
      return running;
    });
    const ended = await Promise.allSettled(searches);
    expect(ended.some(({ status }) => status === "rejected")).toBe(true);
  }
  const abortedAt = performance.now();
  await until(async () => (await tasks()) === 0);
  const left = (performance.now() - abortedAt).toFixed(0);
  process.stdout.write(
    `one search takes ${takes.toFixed(0)} ms; none is left ${left} ms after the last of 40 was given up\n`,
  );
});
