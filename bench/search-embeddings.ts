/** bench: endpoints for embeddings, a good one, one that answers at random and one that fails, on JSQuAD's questions. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddingProvider, type EmbeddingProvider } from "../service/embedding/provider.ts";
import { createSearchIndex, searchMigrations } from "../service/search/index.ts";
import { embedPassages, evaluate, evaluationDocument, readEvaluationLine } from "../service/search/maintenance.ts";
import { compactSearch } from "../service/search/sqlite/compact.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";

const file = join(process.env["HIRAKU_TEST_SAMPLES"] ?? "none", "search", "jsquad-valid.jsonl");
const dimensions = 128;

if (existsSync(file)) await measure();
else console.log("skipped: HIRAKU_TEST_SAMPLES is not set");

async function measure(): Promise<void> {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => readEvaluationLine(line) ?? []);
  const passages = lines.filter((line) => "passage" in line);
  // Every other question is of the half that nothing was tuned on.
  const questions = lines.filter((line) => "question" in line).filter((_, i) => i % 2 === 1);
  const textOf = new Map(passages.map((line) => [line.passage, line.text]));
  const meant = new Map(questions.map((line) => [line.text, textOf.get(line.answers[0] ?? "") ?? ""]));
  const endpoint = await openEndpoint((model, text) => {
    if (model === "failing") return undefined;
    if (model === "random") return directionOf(`${text}${Math.random()}`);
    // It knows which passage a question means, and hears it through some noise.
    const passage = (meant.get(text) ?? text).trim();
    const noise = directionOf(text);
    return directionOf(passage.slice(-30)).map((value, i) => value + 0.6 * (noise[i] ?? 0));
  });
  const folder = mkdtempSync(join(tmpdir(), "hiraku-embeddings-"));
  const store = join(folder, "store.db");
  const db = openDatabase(store, { durability: "normal" });
  migrate(db, searchMigrations);
  try {
    const writing = createSearchIndex({ db, file: store, threads: 1 });
    await inTransaction(db, async () => {
      for (const line of passages) await writing.writer.putDocument(evaluationDocument({ ...line, title: null }));
    });
    await writing.close();
    compactSearch(db);
    console.log(`${questions.length} questions over ${passages.length} passages\n`);
    console.log("| endpoint | R@1 | R@10 | MRR@10 | it failed |\n|---|---|---|---|---|");
    for (const model of ["none", "good", "random", "failing"]) {
      const embedding = model === "none" ? undefined : endpoint.provider(model);
      // A failing endpoint is asked for questions alone: passages keep their vectors.
      if (embedding !== undefined && model !== "failing") await embedPassages(db, embedding);
      let failed = 0;
      const index = createSearchIndex({ db, file: store, threads: 1, embedding, onEmbeddingFailure: () => failed++ });
      const { r1, r10, mrr10 } = await evaluate(index, questions, "semantic", () => {});
      console.log(`| ${model} | ${r1} | ${r10} | ${mrr10} | ${failed} times |`);
      await index.close();
    }
  } finally {
    db.close();
    endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A text as a direction that nothing else has: numbers of its hash. */
function directionOf(text: string): number[] {
  const vector: number[] = [];
  for (let block = 0; vector.length < dimensions; block++) {
    for (const byte of createHash("sha256").update(`${block}${text}`).digest()) vector.push(byte / 127.5 - 1);
  }
  return vector.slice(0, dimensions);
}

async function openEndpoint(vectorOf: (model: string, text: string) => readonly number[] | undefined) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { model, input }: { model: string; input: string[] } = JSON.parse(body);
      const vectors = input.map((text) => vectorOf(model, text));
      if (vectors.includes(undefined)) response.writeHead(503).end();
      else response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    provider: (model: string): EmbeddingProvider =>
      createEmbeddingProvider({
        url: `http://127.0.0.1:${port}/v1/embeddings`,
        model,
        key: undefined,
        dimensions: undefined,
        batchMax: 64,
        timeoutMs: 5_000,
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
