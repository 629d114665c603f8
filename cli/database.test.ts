import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makePublication } from "../service/domain/publishing/testing/make-publication.ts";
import { createEmbeddingProvider, type EmbeddingProvider } from "../service/embedding/provider.ts";
import { openLibrary } from "../service/library.ts";
import { documentQuery } from "../service/search/testing/queries.ts";
import { openServiceStore } from "../service/storage/open-service-store.ts";
import { runSql, servePostgres } from "../service/testing/database.ts";

import { runHiraku } from "./testing/run-hiraku.ts";

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const postgres = servePostgres();

async function setUp() {
  const url = await postgres.newDatabase();
  const data = mkdtempSync(join(tmpdir(), "hiraku-cli-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const hiraku = (args: readonly string[], env: Record<string, string> = {}) =>
    runHiraku({ HIRAKU_DATA: data, HIRAKU_DATABASE_URL: url, ...env }, ...args);
  return { url, data, hiraku };
}

test("keys, ledger and check work on the database, and leave no store in the folder", async () => {
  const { url, data, hiraku } = await setUp();
  const created: { readonly id: string } = JSON.parse(
    (await hiraku(["keys", "create", "--credits", "5", "--json"])).out,
  );
  expect((await hiraku(["keys", "grant", created.id, "2"])).out).toContain("has 7 credits");
  expect(await hiraku(["ledger", "verify"])).toMatchObject({ code: 0, out: "1 keys, 2 entries: no drift.\n" });
  expect(await hiraku(["check"])).toMatchObject({ code: 0, err: "" });
  await runSql(url, "UPDATE api_keys SET granted = 9, balance = 9");
  const faulty = await hiraku(["check"]);
  expect([faulty.code, faulty.out]).toEqual([1, expect.stringContaining("granted is 9, its entries say 7")]);
  expect(existsSync(join(data, "service.db"))).toBe(false);
});

test("what can't be done is told in words, and never with the address", async () => {
  const { hiraku } = await setUp();
  const refused = await hiraku(["serve"], { HIRAKU_SECRET: "" });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("HIRAKU_SECRET must be set")]);
  expect((await hiraku(["search", "rebuild"])).err).toContain("remove search.db");
  expect((await hiraku(["search", "explain", "配当"])).err).toContain("No service has searched with the folder");
  const embedding = { HIRAKU_EMBEDDING_URL: "http://127.0.0.1:1/v1", HIRAKU_EMBEDDING_MODEL: "m" };
  expect((await hiraku(["search", "embed"], embedding)).err).toContain("No service has searched with the folder");
  expect((await hiraku(["search", "glossary", "--rebuild"])).out).toContain("0 pairs learned");
  expect((await hiraku(["search", "glossary", "配当"])).out).toContain("配当");
  const password = "very-secret-password";
  const wrong = await hiraku(["keys", "list"], { HIRAKU_DATABASE_URL: `mysql://u:${password}@h/d` });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("HIRAKU_DATABASE_URL must be postgres://")]);
  const absent = await hiraku(["keys", "list"], { HIRAKU_DATABASE_URL: `postgres://u:${password}@127.0.0.1:1/d` });
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
  for (const { err } of [wrong, absent]) expect(err).not.toContain(password);
});

/** Answers every text with the same vector. */
async function provider(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const { input }: { readonly input: readonly string[] } = JSON.parse(Buffer.concat(chunks).toString());
      asked.push(...input);
      const data = input.map((_, index) => ({ index, embedding: [0.6, 0.8, 0, 0, 0, 0, 0, 0] }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`, asked };
}

test("'search embed' gives vectors to the index that the process of this folder has, and its questions use them", async () => {
  const { url, data } = await setUp();
  const store = await openServiceStore({ data, databaseUrl: url });
  const library = openLibrary(store, { dataFolder: data, madeBytesMax: 1_000_000, makers: {} });
  onTestFinished(async () => {
    await library.close();
    await store.close();
  });
  await library.publisher.publishDocument(makePublication({ documentId: "D" }));
  await store.prepareSearch(
    () => {},
    (error) => expect.fail(error.message),
  );
  const { url: address, asked } = await provider();
  const house = { HIRAKU_DATA: data, HIRAKU_DATABASE_URL: url };
  const embedding = { HIRAKU_EMBEDDING_URL: address, HIRAKU_EMBEDDING_MODEL: "m" };
  const done = await runHiraku({ ...house, ...embedding }, "search", "embed", "--json");
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(JSON.parse(done.out)).toMatchObject({ embedded: asked.length, reused: 0 });
  expect(asked.length).toBeGreaterThan(0);
  const again = await runHiraku({ ...house, ...embedding }, "search", "embed", "--json");
  expect(JSON.parse(again.out)).toMatchObject({ embedded: 0 });

  const find = async (given: EmbeddingProvider | undefined) => {
    const index = store.searchIndex({ embedding: given, onEmbeddingFailure: (error) => expect.fail(String(error)) });
    const wanted = documentQuery("zzzz qqqq", { matchType: "semantic" });
    const { hits } = await index.searchDocuments(wanted, new AbortController().signal);
    await index.close();
    return hits.map(({ documentId }) => documentId);
  };
  expect(await find(undefined)).toEqual([]);
  const settings = { url: address, model: "m", key: undefined, dimensions: undefined, batchMax: 8, timeoutMs: 5_000 };
  expect(await find(createEmbeddingProvider(settings))).toContain("D");
});
