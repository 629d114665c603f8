import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import { createEmbeddingProvider } from "../../embedding/provider.ts";
import { type Database, openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import { generateDocuments, randomFrom } from "../testing/generate.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { createSearchIndex } from "./create-index.ts";
import { searchMigrations } from "./schema.ts";
import { embedPassages } from "./vectors.ts";

/** A fake provider that knows two subjects and behaves as a test says. */
type Answer = (texts: readonly string[], response: ServerResponse) => void;
const subjects = [/配当|株主還元/, /為替|円高|通貨/];
const vectorOf = (text: string) => [...subjects.map((subject) => (subject.test(text) ? 1 : 0)), 0.1];
const well: Answer = (texts, response) =>
  response.end(JSON.stringify({ data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() }));

let answer: Answer = well;
let asked: string[] = [];
let keys: (string | undefined)[] = [];
let folder = "";
let db: Database;
let url = "";
const server = createServer((request: IncomingMessage, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    const { input }: { input: string[] } = JSON.parse(body);
    asked.push(...input);
    keys.push(request.headers.authorization);
    answer(input, response);
  });
});

beforeEach(async () => {
  answer = well;
  asked = [];
  keys = [];
  folder = mkdtempSync(join(tmpdir(), "hiraku-vectors-"));
  db = openDatabase(join(folder, "store.db"), { durability: "normal" });
  migrate(db, searchMigrations);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/v1/embeddings` : "";
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const provider = (more = {}) =>
  createEmbeddingProvider({
    url,
    model: "stand-in",
    key: "secret",
    dimensions: undefined,
    batchMax: 2,
    timeoutMs: 500,
    ...more,
  });

function openIndex(failures: unknown[] = []) {
  return createSearchIndex({
    db,
    file: join(folder, "store.db"),
    threads: 1,
    embedding: provider(),
    onEmbeddingFailure: (error) => failures.push(error),
  });
}

const never = new AbortController().signal;
const question = (query: string) => documentQuery(query, { matchType: "semantic" });

test("a question finds passages with the same meaning in other words, and the answer names the model", async () => {
  const index = openIndex();
  await index.writer.putDocument(documentOf("A", ["剰余金は株主還元に充てます。"]));
  await index.writer.putDocument(documentOf("B", ["通貨の変動を受けます。"]));
  expect(await index.searchDocuments(question("円高の影響"), never)).toMatchObject({ engine: "evidence" });
  expect(await embedPassages(db, provider())).toEqual({ embedded: 2, reused: 0 });
  const { engine, hits } = await index.searchDocuments(question("円高"), never);
  expect(engine).toBe("hybrid:stand-in");
  expect(hits[0]?.documentId).toBe("B");
  expect(keys[0]).toBe("Bearer secret");
  await index.close();
});

test("what was embedded is not asked for again, after a stop or a new publication", async () => {
  const index = openIndex();
  for (let i = 0; i < 6; i++) await index.writer.putDocument(documentOf(`D${i}`, [`第${i}の為替の節`]));
  let requests = 0;
  answer = (texts, response) => (++requests > 2 ? response.writeHead(503).end() : well(texts, response));
  await expect(embedPassages(db, provider())).rejects.toThrow("503");
  answer = well;
  asked = [];
  expect(await embedPassages(db, provider())).toEqual({ embedded: 2, reused: 0 });
  expect(asked).toHaveLength(2);
  await index.writer.putDocument(documentOf("D3", ["第3の為替の節"]));
  expect(await embedPassages(db, provider())).toEqual({ embedded: 0, reused: 1 });
  expect(await embedPassages(db, provider({ model: "other" }))).toMatchObject({ embedded: 6 });
  await index.close();
});

const faults: Record<string, Answer> = {
  "an error status": (_texts, response) => response.writeHead(500).end("no"),
  "no answer in time": () => {},
  "a cut connection": (_texts, response) => response.destroy(),
  "no JSON": (_texts, response) => response.end("<html>"),
  "too few vectors": (_texts, response) => response.end(JSON.stringify({ data: [] })),
  "numbers that are none": (texts, response) =>
    response.end(JSON.stringify({ data: texts.map((_, index) => ({ index, embedding: [null, "x", 1e999] })) })),
  "zero vectors": (texts, response) =>
    response.end(JSON.stringify({ data: texts.map((_, index) => ({ index, embedding: [0, 0, 0] })) })),
};

test.each(Object.entries(faults))(
  "a provider that sends %s leaves the question to words, and is reported",
  async (_name, fault) => {
    const failures: unknown[] = [];
    const index = openIndex(failures);
    await index.writer.putDocument(documentOf("A", ["配当の方針です。"]));
    await embedPassages(db, provider());
    answer = fault;
    const { engine, hits } = await index.searchDocuments(question("配当とは"), never);
    expect(engine).toBe("evidence");
    expect(hits[0]?.documentId).toBe("A");
    expect(failures).toHaveLength(1);
    await index.close();
  },
);

test("keyword searches ask no provider", async () => {
  const index = openIndex();
  await index.writer.putDocument(documentOf("A", ["配当の方針です。"]));
  expect(await index.searchDocuments(documentQuery("配当"), never)).toMatchObject({ engine: "lexical" });
  expect(asked).toEqual([]);
  await index.close();
});

test("an endpoint that answers at random, or never, takes next to nothing from what words found", async () => {
  const documents = [...generateDocuments({ seed: 21, sections: 400, vocabularySize: 900 })].filter(
    (each) => each.family !== "ir_material",
  );
  const writing = openIndex();
  await inTransaction(db, async () => {
    for (const document of documents) await writing.writer.putDocument(document);
  });
  await writing.close();
  const random = randomFrom(4);
  const questions = documents.slice(0, 120).map((document) => {
    const text = plainText(document.sections[0]?.markdown ?? "");
    const start = Math.floor(random() * Math.max(1, text.length - 30));
    return documentQuery(`${text.slice(start, start + 24)}とは何か`, { matchType: "semantic" });
  });
  const firsts = async (embedding: ReturnType<typeof provider> | undefined) => {
    const index = createSearchIndex({ db, file: join(folder, "store.db"), threads: 1, embedding });
    const found: string[] = [];
    for (const asked of questions) {
      const [first] = (await index.searchDocuments(asked, never)).hits;
      found.push(`${first?.documentId} ${first?.sectionId}`);
    }
    await index.close();
    return found;
  };
  const byWords = await firsts(undefined);
  answer = (texts, response) => {
    const data = texts.map((_, i) => ({ index: i, embedding: Array.from({ length: 32 }, () => random() - 0.5) }));
    response.end(JSON.stringify({ data }));
  };
  const atRandom = provider({ model: "random", batchMax: 64, timeoutMs: 5_000 });
  await embedPassages(db, atRandom);
  const withRandom = await firsts(atRandom);
  expect(asked.length).toBeGreaterThan(500);
  // Of 120 questions one may change its first hit: less than one point of a hundred.
  expect(withRandom.filter((each, i) => each !== byWords[i]).length).toBeLessThanOrEqual(1);
  answer = (_, response) => response.writeHead(503).end();
  expect(await firsts(atRandom)).toEqual(byWords);
}, 120_000);
