import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, type Service, type ServiceDeps } from "../app.ts";
import { type Library, openLibrary } from "../library.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import type { Store } from "../storage/store.ts";
import { walkConformance } from "../testing/conformance-walk.ts";
import { servePostgres } from "../testing/database.ts";
import { createKey, type NewKeyOptions, publishFixture, testDeps } from "../testing/deps.ts";
import { at } from "../testing/fixture.ts";
import { createTestClient } from "../testing/test-client.ts";

/** Two services on one database and one place of files: every request meets the other one than the request before. */
const postgres = servePostgres();
const folder = mkdtempSync(join(tmpdir(), "hiraku-two-"));
const clock = { nowMs: at("2025-06-30", 12) };
const stores: Store[] = [];
const libraries: Library[] = [];
let services: Service[] = [];

beforeAll(async () => {
  const url = await postgres.newDatabase();
  for (const name of ["one", "two"]) {
    const dataFolder = join(folder, name);
    const store = await openPostgres({ url, dataFolder });
    const place = { kind: "folder", folder: join(folder, "files") } as const;
    stores.push(store);
    libraries.push(openLibrary(store, { dataFolder, place, madeBytesMax: 1_000_000_000, makers: {} }));
  }
  const [library] = libraries;
  if (library !== undefined) await publishFixture(library);
  services = start();
}, 180_000);

afterAll(async () => {
  for (const service of services) await service.close();
  for (const library of libraries) await library.close();
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (changes: Partial<ServiceDeps> = {}): Service[] =>
  stores.flatMap((store, at) => {
    const library = libraries[at];
    return library === undefined ? [] : [createService({ ...testDeps(store, library, clock), ...changes })];
  });

async function newClient(options: NewKeyOptions = {}, both = services) {
  const [one, two] = both;
  const [store] = stores;
  if (one === undefined || two === undefined || store === undefined) throw new Error("not started");
  let asked = 0;
  const answering = () => (asked++ % 2 === 0 ? one : two);
  const { id, key } = await createKey(store, clock.nowMs, { credits: 100_000, ...options });
  const client = createTestClient({ ...one, fetch: (request, info) => answering().fetch(request, info) }, key);
  return { client, id };
}

walkConformance(newClient);

const news = ["searchNews", { query: "q" }] as const;

test("a request is answered once for both, byte for byte, and one that comes meanwhile waits", async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const search: ServiceDeps["search"] = {
    ...nothingBehind,
    searchDocuments: async () => ({ engine: "slow", hits: [] }),
    async searchNews() {
      await finished;
      return { engine: "slow", hits: [{ newsId: "NEWS-03", score: Math.random() }] };
    },
  };
  const { client, id } = await newClient({ credits: 3 }, start({ search }));
  const first = client.call(...news, { idempotencyKey: "a" });
  await expect.poll(async () => (await stores[1]?.keys.find(id))?.credits?.reserved).toBe(1);
  expect((await client.call(...news, { idempotencyKey: "a" })).code).toBe("idempotency_in_progress");
  finish();
  const answered = await first;
  expect(answered.charged).toBe(1);
  for (let i = 0; i < 2; i++) {
    const again = await client.call(...news, { idempotencyKey: "a" });
    expect([again.charged, again.bytes]).toEqual([0, answered.bytes]);
  }
  expect(await stores[0]?.keys.find(id)).toMatchObject({ charged: 1, credits: { balance: 2, reserved: 0 } });
});

test("64 requests at once on 5 credits charge exactly 5", async () => {
  const { client, id } = await newClient({ credits: 5 });
  const answers = await Promise.all(Array.from({ length: 64 }, () => client.call(...news)));
  expect(answers.filter((each) => each.status === 200)).toHaveLength(5);
  expect(answers.filter((each) => each.code === "quota_exceeded")).toHaveLength(59);
  expect((await stores[0]?.keys.find(id))?.credits).toEqual({ granted: 5, balance: 0, reserved: 0 });
  expect((await stores[0]?.ledger.verify())?.drifts).toEqual([]);
});

test("a limit counts what both were asked, and a revoked key is refused by both at once", async () => {
  const { client, id } = await newClient({ perMinute: 5 });
  const left = [];
  for (let i = 0; i < 3; i++) {
    const { headers } = await client.call("getDocument", { document_id: "READY1" });
    left.push(headers.get("x-ratelimit-remaining"));
  }
  const all = await Promise.all(Array.from({ length: 6 }, () => client.call("getDocument", { document_id: "READY1" })));
  expect(all.filter((each) => each.status === 200)).toHaveLength(2);
  expect(new Set(left).size).toBe(3);
  clock.nowMs += 60_000;
  expect((await client.call("getDocument", { document_id: "READY1" })).status).toBe(200);
  await stores[0]?.keys.revoke(id, clock.nowMs);
  for (let i = 0; i < 2; i++) {
    const refused = await client.call("getDocument", { document_id: "READY1" }, { wrongKey: true });
    expect(refused.code).toBe("invalid_api_key");
  }
});

test("a document withdrawn through one is delivered by neither", async () => {
  const { client } = await newClient();
  const [library] = libraries;
  if (library === undefined) throw new Error("not started");
  const copy = { query: "リスク", include_snippet: true } as const;
  const hits = async () => (await client.call("searchDocuments", copy)).json;
  expect(JSON.stringify(await hits())).toContain("READY1");
  await library.publisher.withdrawDocument("READY1");
  for (let i = 0; i < 2; i++) {
    expect((await client.call("getContent", { document_id: "READY1" })).code).toBe("content_not_available");
    expect(JSON.stringify(await hits())).not.toContain("READY1");
  }
});
