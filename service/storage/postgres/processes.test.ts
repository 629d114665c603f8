import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { newApiKey, newKeyId, secretHashOf } from "../../domain/keys/api-key.ts";
import { makeNews, makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../library.ts";
import { documentQuery, newsQuery } from "../../search/testing/queries.ts";
import { runSql, servePostgres } from "../../testing/database.ts";
import type { Claim, Reservation } from "../account-ports.ts";
import type { Store } from "../store.ts";
import { openPostgres } from "./open-postgres.ts";

const postgres = servePostgres();
let url = "";
beforeAll(async () => {
  url = await postgres.newDatabase();
}, 180_000);

/** As another process opens the same database. Its lease ends when a test says so. */
async function openProcess(): Promise<{ readonly store: Store; readonly dataFolder: string }> {
  const dataFolder = mkdtempSync(join(tmpdir(), "hiraku-process-"));
  const store = await openPostgres({ url, dataFolder, leaseSeconds: 3_600 });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  return { store, dataFolder };
}

async function newKey(store: Store, options: { credits?: number; perMinute?: number } = {}) {
  const key = newApiKey();
  const id = newKeyId();
  const { credits = 10, perMinute = 600 } = options;
  const secretHash = secretHashOf(key);
  const rest = { name: "test", createdAtMs: 1, entitled: true, perMinute, perDay: null, credits };
  await store.keys.create({ id, secretHash, ...rest });
  return { id, secretHash };
}

async function reserve(store: Store, keyId: string, credits: number): Promise<Reservation> {
  const reservation = await store.ledger.reserve({ keyId, credits });
  if ("creditsRemaining" in reservation) throw new Error("not reserved");
  return reservation;
}

async function claim(store: Store, keyId: string, idempotencyKey = "k"): Promise<Claim> {
  const found = await store.ledger.claim({ keyId, idempotencyKey, fingerprint: Buffer.from("f"), nowMs: 1 });
  if (found.kind !== "claimed") throw new Error(`not claimed but ${found.kind}`);
  return found.claim;
}

const details = { atMs: 5, endpoint: "e", requestId: "r" };
const response = { headers: {}, body: { bytes: Buffer.from("answer") } };
const creditsOf = async (store: Store, id: string) => (await store.keys.find(id))?.credits;

/** As if every process that runs had stopped renewing its lease. */
const endLeases = () => runSql(url, "UPDATE runners SET lease_until = now() - interval '1 second'; SELECT sweep(NULL)");

test("processes that start at once make the schema once, and share what they are marked by", async () => {
  const empty = await postgres.newDatabase();
  const folder = mkdtempSync(join(tmpdir(), "hiraku-process-"));
  const stores = await Promise.all([1, 2, 3].map(() => openPostgres({ url: empty, dataFolder: folder })));
  expect(new Set(stores.map((each) => each.installation?.mark)).size).toBe(1);
  expect(await stores[0]?.probe.check()).toEqual({
    store: "ok",
    migrations: "ok",
    catalog: "ok",
    ledger: "ok",
    search: "ok",
  });
  await runSql(empty, "INSERT INTO migrations VALUES ('postgres-999', 0)");
  await expect(openPostgres({ url: empty, dataFolder: folder })).rejects.toThrow(/newer version.*postgres-999/);
  await Promise.all(stores.map((each) => each.close()));
  rmSync(folder, { recursive: true });
});

test("a claim, a reservation and a limit hold over all processes", async () => {
  const [{ store: one }, { store: two }] = [await openProcess(), await openProcess()];
  const { id, secretHash } = await newKey(one, { credits: 5, perMinute: 4 });
  const held = await claim(one, id);
  const asked = await two.ledger.claim({ keyId: id, idempotencyKey: "k", fingerprint: Buffer.from("f"), nowMs: 1 });
  expect(asked.kind).toBe("running");
  const reservation = await reserve(one, id, 4);
  expect(await two.ledger.reserve({ keyId: id, credits: 2 })).toEqual({ creditsRemaining: 1 });
  const idempotent = { claim: held, response, expiresAtMs: 100 };
  await one.ledger.settle(reservation, { ...details, idempotent });
  const again = await two.ledger.claim({ keyId: id, idempotencyKey: "k", fingerprint: Buffer.from("f"), nowMs: 1 });
  expect(again).toMatchObject({ kind: "answered" });
  const finders = [one.countedKeys(), two.countedKeys()];
  const counted = await Promise.all(Array.from({ length: 12 }, (_, at) => finders[at % 2]?.find(secretHash, 60_000)));
  const verdicts = await Promise.all(counted.map(async (each) => (await each?.counted)?.verdict));
  expect(verdicts.filter((each) => each === "within")).toHaveLength(4);
  await two.keys.revoke(id, 2);
  expect(await finders[0]?.find(secretHash, 120_000)).toBeUndefined();
});

test("what a dead process held is returned, and it settles nothing afterwards", async () => {
  const [{ store: dead }, { store: living }] = [await openProcess(), await openProcess()];
  const { id } = await newKey(living, { credits: 5 });
  const held = await claim(dead, id);
  const reservation = await reserve(dead, id, 4);
  expect(await creditsOf(living, id)).toEqual({ granted: 5, balance: 1, reserved: 4 });
  expect((await living.ledger.verify()).drifts).toEqual([]);
  await endLeases();
  expect(await creditsOf(living, id)).toEqual({ granted: 5, balance: 5, reserved: 0 });
  const idempotent = { claim: held, response, expiresAtMs: 100 };
  await expect(dead.ledger.settle(reservation, { ...details, idempotent })).rejects.toThrow("settled or released");
  const next = await reserve(living, id, 4);
  await living.ledger.settle(next, { ...details, idempotent: { ...idempotent, claim: await claim(living, id) } });
  // The reservation would still hold here, and the claim does not: nothing is charged.
  const late = await reserve(dead, id, 1);
  await expect(dead.ledger.settle(late, { ...details, idempotent })).rejects.toThrow("claim");
  await dead.ledger.release(late);
  expect(await creditsOf(living, id)).toEqual({ granted: 5, balance: 1, reserved: 0 });
  expect((await living.ledger.verify()).drifts).toEqual([]);
});

test("a claim is taken over once the lease of its process has ended, and not before", async () => {
  const [{ store: dead }, { store: living }] = [await openProcess(), await openProcess()];
  const { id } = await newKey(living);
  await claim(dead, id);
  await expect(claim(living, id)).rejects.toThrow("running");
  await runSql(url, "UPDATE runners SET lease_until = now() - interval '1 second'");
  const taken = await claim(living, id);
  await living.ledger.dropClaim(taken);
});

test("one process leads, and another one after it has ended", async () => {
  const { store: one } = await openProcess();
  const dataFolder = mkdtempSync(join(tmpdir(), "hiraku-process-"));
  const two = await openPostgres({ url, dataFolder });
  expect([await two.leads(), await one.leads()]).toEqual([true, false]);
  await two.close();
  await expect.poll(() => one.leads(), { interval: 200 }).toBe(true);
  rmSync(dataFolder, { recursive: true });
});

test("the ledger's own look finds what was changed behind its back", async () => {
  const { store } = await openProcess();
  const { id } = await newKey(store, { credits: 9 });
  const reservation = await reserve(store, id, 4);
  await runSql(url, `DELETE FROM reservations WHERE key_id = '${id}'`);
  expect((await store.ledger.verify()).drifts).toEqual([`${id}: reserved is 4, its entries say 0`]);
  await runSql(url, `UPDATE api_keys SET balance = 9, reserved = 0 WHERE id = '${id}'`);
  await store.ledger.release(reservation);
  await runSql(url, "INSERT INTO ledger_entries (key_id, kind, credits, at_ms) VALUES ('none', 'charge', 1, 1)");
  expect((await store.ledger.verify()).drifts).toEqual(["1 rows belong to no key"]);
  await runSql(url, "DELETE FROM ledger_entries WHERE key_id = 'none'");
  await expect(runSql(url, `UPDATE api_keys SET balance = 10 WHERE id = '${id}'`)).rejects.toThrow("check constraint");
});

test("of each document only the newest change is kept, and numbers grow with every change", async () => {
  const own = await postgres.newDatabase();
  const dataFolder = mkdtempSync(join(tmpdir(), "hiraku-process-"));
  const store = await openPostgres({ url: own, dataFolder });
  const library = openLibrary(store, { dataFolder, madeBytesMax: 1_000_000, makers: {} });
  onTestFinished(async () => {
    await library.close();
    await store.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const { source } = store.outsideSearch();
  for (const documentId of ["A", "B"]) await library.publisher.publishDocument(makePublication({ documentId }));
  const before = await source.changesAfter(0, 10);
  expect(before.map(({ id }) => id)).toEqual(["A", "B"]);
  await library.publisher.withdrawDocument("A");
  const after = await source.changesAfter(0, 10);
  expect(after.map(({ id }) => id)).toEqual(["B", "A"]);
  expect(await source.lastChange()).toBe(after[1]?.change);
  expect(after[1]?.change).toBeGreaterThan(before[1]?.change ?? 0);
});

test("a database learns names from its documents, forgets them with the document, and counts them again", async () => {
  const own = await postgres.newDatabase();
  const dataFolder = mkdtempSync(join(tmpdir(), "hiraku-process-"));
  const store = await openPostgres({ url: own, dataFolder });
  const library = openLibrary(store, { dataFolder, madeBytesMax: 1_000_000, makers: {} });
  onTestFinished(async () => {
    await library.close();
    await store.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const tagged = (documentId: string, name: string, more: object = {}) =>
    makePublication({
      documentId,
      sections: [
        {
          ...makeSection("s-1", "採掘量は増えた。", { title: "３【海底資源の状況】" }),
          names: [{ name, label: "３【海底資源の状況】" }],
        },
      ],
      ...more,
    });
  const outside = store.outsideSearch();
  await outside.prepare();
  const [first, second] = ["jpcrp_cor:SeabedResourcesTextBlock", "jpcrp_cor:SeaFloorTextBlock"];
  await library.publisher.publishDocument(tagged("A", first));
  await library.publisher.publishDocument(tagged("B", first));
  await library.publisher.publishDocument(tagged("C", second));
  const label = "海底資源の状況";
  const all = [
    { name: second, label, count: 1 },
    { name: first, label, count: 2 },
  ];
  expect(await store.learned.pairs()).toEqual(all);
  await expect.poll(() => outside.glossary().namesOf(label)).toEqual([first, second]);
  // What the filing itself is tagged with is its title in English.
  expect((await library.catalog.toc("C"))[0]?.entry.title_en).toBe("Sea floor");
  // As after an upgrade from a version that recorded nothing.
  await runSql(own, "DELETE FROM search_glossary; DELETE FROM search_glossary_source");
  expect(await store.learned.rebuild()).toBe(2);
  expect(await store.learned.pairs()).toEqual(all);
  await library.publisher.withdrawDocument("C");
  await library.publisher.publishDocument(tagged("B", first, { title: "訂正" }));
  expect(await store.learned.pairs()).toEqual([{ name: first, label, count: 2 }]);
  await library.publisher.withdrawDocument("A");
  await library.publisher.withdrawDocument("B");
  expect(await store.learned.pairs()).toEqual([]);
  await expect.poll(() => outside.glossary().namesOf(label)).toEqual([]);
});

test("the index of each process is built from the catalog, follows it, and is built anew for another database", async () => {
  const { store: one, dataFolder } = await openProcess();
  const library = openLibrary(one, { dataFolder, madeBytesMax: 1_000_000, makers: {} });
  onTestFinished(() => library.close());
  const text = (markdown: string) => ({ sections: makePublication().sections.map((each) => ({ ...each, markdown })) });
  await library.publisher.publishDocument(makePublication({ documentId: "BEFORE", ...text("海鳴精機の配当方針") }));
  await library.publisher.publishNews(makeNews());

  const started = async (store: Store) => {
    await store.prepareSearch(
      () => {},
      (error) => expect.fail(error.message),
    );
    const index = store.searchIndex({ embedding: undefined, onEmbeddingFailure: () => {} });
    onTestFinished(() => index.close());
    const never = new AbortController().signal;
    return async (query: string) => {
      const { hits } = await index.searchDocuments(documentQuery(query), never);
      const news = await index.searchNews(newsQuery(query), never);
      return [...new Set(hits.map((each) => each.documentId)), ...news.hits.map((each) => each.newsId)];
    };
  };
  const { store: two } = await openProcess();
  const [here, there] = [await started(one), await started(two)];
  for (const find of [here, there]) expect(await find("配当方針")).toEqual(["BEFORE"]);
  expect(await here(makeNews().statement.slice(0, 4))).toContain(makeNews().newsId);

  await library.publisher.publishDocument(makePublication({ documentId: "AFTER", ...text("新株予約権の発行") }));
  for (const find of [here, there]) await expect.poll(() => find("新株予約権")).toEqual(["AFTER"]);
  await library.publisher.withdrawDocument("BEFORE");
  for (const find of [here, there]) await expect.poll(() => find("配当方針")).toEqual([]);

  const other = await postgres.newDatabase();
  await one.close();
  const elsewhere = await openPostgres({ url: other, dataFolder });
  onTestFinished(() => elsewhere.close());
  const find = await started(elsewhere);
  expect(await find("新株予約権")).toEqual([]);
});
