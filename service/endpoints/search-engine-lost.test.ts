import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Glossary } from "../search/core/glossary.ts";
import { EngineClient } from "../search/opensearch/client.ts";
import { createEngineIndex, type EngineIndex } from "../search/opensearch/create-index.ts";
import { readSearchPlace } from "../search/opensearch/place.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { createHarness } from "../testing/harness.ts";

/** A stand-in for the engine: what it answers to searches is the test's; the facts of an index are always the same. */
type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const facts = {
  aggregations: {
    documents: {
      passages: { value: 2 },
      characters: { value: 800 },
      names: { buckets: [] },
      amended: { buckets: [] },
    },
  },
};

async function standIn(answering: Answering): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    paths.push(path);
    if (path.includes("request_cache")) return void response.end(JSON.stringify(facts));
    answering(request, response);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${portOf(server.address())}`, paths };
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === "object" && address !== null ? address.port : 0;

function indexAt(url: string, deliverable = async (ids: readonly string[]) => new Set(ids)): EngineIndex {
  const place = readSearchPlace(`${url}/?prefix=lost`);
  if (place === undefined) throw new Error(`${url} is no address of an engine.`);
  const client = new EngineClient(place);
  onTestFinished(() => client.close());
  return createEngineIndex({ client, place, timeoutMs: 1_000, deliverable, glossary: () => new Glossary([]) });
}

const json = (value: object) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.end(JSON.stringify(value));

const whole = { timed_out: false, _shards: { failed: 0 }, hits: { hits: [] } };

const failures: readonly (readonly [string, Answering])[] = [
  ["it is overloaded", (_request, response) => void response.writeHead(503).end("{}")],
  ["it stopped at its time limit with a part of the answer", json({ ...whole, timed_out: true })],
  ["a part of the index does not answer", json({ ...whole, _shards: { failed: 1 } })],
  ["it ends the connection", (request) => void request.socket.destroy()],
];

for (const [name, answering] of failures) {
  test(`a search is 504 and costs nothing where ${name}`, async () => {
    const search = { ...nothingBehind, ...indexAt((await standIn(answering)).url) };
    const harness = await createHarness({ search });
    const { id, key } = await harness.newKey({ credits: 50 });
    const answer = await harness.client.call("searchDocuments", { query: "配当", match_type: "lexical" }, { key });
    expect(answer).toMatchObject({ status: 504, code: "search_backend_timeout", charged: 0 });
    expect((await harness.keyState(id)).credits).toEqual({ granted: 50, balance: 50, reserved: 0 });
  });
}

test("an engine that is gone is told at once, and the catalog is served", async () => {
  const { client } = await createHarness({ search: { ...nothingBehind, ...indexAt("http://127.0.0.1:1") } });
  expect(await client.call("searchNews", { query: "配当", match_type: "semantic" })).toMatchObject({
    code: "search_backend_timeout",
    charged: 0,
  });
  expect((await client.call("searchIssuers", { q: "海" })).status).toBe(200);
});

test("at the deadline the connection is closed, which ends the engine's work", async () => {
  const closed = Promise.withResolvers<void>();
  const engine = await standIn((_request, response) => void response.once("close", () => closed.resolve()));
  const search = { ...nothingBehind, ...indexAt(engine.url) };
  const { client } = await createHarness({ search, searchTimeoutMs: 100 });
  const answer = await client.call("searchDocuments", { query: "配当", match_type: "lexical" });
  expect(answer.code).toBe("search_backend_timeout");
  await closed.promise;
});

test("what was withdrawn a moment ago leaves its place to the next best", async () => {
  const hit = (document: string, score: number) => ({
    _id: `${document}:0`,
    sort: [score, 0, document, 0],
    _source: { document, at: 0, place: 0, section: "s1", head: "", texts: [`${document}の配当の方針です。`] },
  });
  const hits = [hit("A", 3), hit("B", 2), hit("C", 1)];
  const engine = await standIn(json({ ...whole, hits: { hits } }));
  const index = indexAt(engine.url, async () => new Set(["B", "C"]));
  const query = { query: "配当", matchType: "lexical", topK: 2, includeSnippet: true, latestOnly: false } as const;
  const open = { securityCodes: undefined, documentTypes: undefined, families: undefined };
  const span = { sinceMs: undefined, untilMs: undefined };
  const answer = await index.searchDocuments({ ...query, ...open, ...span }, AbortSignal.timeout(10_000));
  expect(answer.hits.map(({ documentId }) => documentId)).toEqual(["B", "C"]);
  expect(answer.hits[0]?.snippet).toEqual({ text: "Bの配当の方針です。", highlights: [[2, 4]] });
});

test("an address is an origin with a prefix, and nothing else", () => {
  expect(readSearchPlace("https://me:p%40ss@search.example:9200?prefix=house&shards=24")).toEqual({
    origin: "https://search.example:9200",
    credentials: Buffer.from("me:p@ss").toString("base64"),
    prefix: "house",
    shards: 24,
  });
  expect(readSearchPlace("http://search.example:9200")).toMatchObject({ prefix: "hiraku", shards: 1 });
  for (const wrong of [
    "search.example:9200",
    "ftp://search.example",
    "http://search.example/path",
    "http://search.example?prefix=Large",
    "http://search.example?prefix=a*",
    "http://search.example?shards=0",
    "http://search.example?index=a",
  ]) {
    expect(readSearchPlace(wrong), wrong).toBeUndefined();
  }
});
