/** bench: searching on a real OpenSearch beside bare queries of its own, indexing, and ranking. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { foldText } from "../lib/text/format/fold.ts";
import { startOpenSearch } from "../scripts/engines/opensearch.ts";
import { documentEntry } from "../service/search/core/entries.ts";
import { evaluate, evaluationDocument, printed } from "../service/search/core/evaluate.ts";
import { evidenceTokens } from "../service/search/core/tokens.ts";
import { tokenText } from "../service/search/opensearch/encode.ts";
import { aliasOf } from "../service/search/opensearch/indexes.ts";
import { writeEntries } from "../service/search/opensearch/write-entries.ts";
import { readEvaluation } from "../service/search/evaluation-sets.ts";
import type { DocumentQuery, IndexedDocument } from "../service/search/port.ts";
import { generateDocuments } from "../service/search/testing/generate.ts";
import { type EngineAlone, openEngine } from "../service/search/testing/opensearch-under-test.ts";
import { benchQueries } from "./search-queries.ts";
import { quantile, ratioAtMost } from "./web/figures.ts";

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    sections: { type: "string", default: "20000" },
    queries: { type: "string", default: "40" },
    rounds: { type: "string", default: "5" },
    questions: { type: "string", default: "2000" },
  },
});
const never = new AbortController().signal;
/** As many as a search for ten asks for. */
const [sectionsAsked, passagesAsked] = [44, 50];
const ratioGoal = 1.3;

const engine = options.url === undefined ? await startOpenSearch({ nodes: 1 }) : undefined;
const url = options.url ?? engine?.url ?? "";
try {
  await measureSpeed();
  await measureRanking();
} finally {
  await engine?.stop();
}

async function measureSpeed(): Promise<void> {
  const documents = [...generateDocuments({ seed: 1, sections: Number(options.sections) })];
  const alone = await openEngine(url);
  try {
    const began = performance.now();
    await fill(alone, documents);
    const seconds = (performance.now() - began) / 1000;
    const sections = documents.reduce((sum, document) => sum + document.sections.length, 0);
    const bytes = await bytesOf(alone);
    console.log(
      `indexing: ${sections} sections in ${seconds.toFixed(0)} s, ${(sections / seconds).toFixed(0)} a second, ${(bytes / sections / 1000).toFixed(1)} kB each`,
    );
    console.log("\np50 of ours / p50 of a bare query, ms; ratio of each round's medians [least, most]");
    for (const [name, queries] of benchQueries(documents, Number(options.queries))) {
      const rounds = { ours: [] as number[], bare: [] as number[] };
      const all = { ours: [] as number[], bare: [] as number[] };
      for (let round = -1; round < Number(options.rounds); round++) {
        const times = { ours: [] as number[], bare: [] as number[] };
        for (const [at, query] of queries.entries()) {
          const asked = { ...query, includeSnippet: true };
          const inTurn = [
            async () => times.ours.push(await timed(() => alone.index.searchDocuments(asked, never))),
            async () => times.bare.push(await timed(() => askBare(alone, asked))),
          ];
          for (const ask of (at + round) % 2 === 0 ? inTurn : inTurn.toReversed()) await ask();
        }
        if (round < 0) continue;
        for (const side of ["ours", "bare"] as const) {
          rounds[side].push(quantile(times[side], 0.5));
          all[side].push(...times[side]);
        }
      }
      ratioAtMost(name, rounds.ours, rounds.bare, ratioGoal);
      console.log(`  p95 ${quantile(all.ours, 0.95).toFixed(1)} / ${quantile(all.bare, 0.95).toFixed(1)}`);
    }
  } finally {
    await alone.drop();
  }
}

/** As somebody would who uses the engine alone: the same texts, as many candidates, its own rank. */
async function askBare({ client, place }: EngineAlone, query: DocumentQuery): Promise<void> {
  const folded = foldText(query.query).replaceAll('"', "");
  const should = evidenceTokens(folded).map((token) => ({ term: { tokens: tokenText(token) } }));
  const isLexical = query.matchType === "lexical";
  const terms = query.query.includes('"') ? [folded] : folded.split(/\s+/);
  const must = terms.filter((term) => term !== "").map((text) => ({ match_phrase: { text } }));
  await client.call({
    method: "POST",
    path: `/${aliasOf(place, "body")}/_search`,
    body: {
      query: isLexical ? { bool: { must } } : { bool: { should } },
      size: isLexical ? sectionsAsked : passagesAsked,
      _source: ["document", "section", "head", "texts", "shown"],
      track_total_hits: false,
    },
  });
}

async function fill({ client, place, index }: EngineAlone, documents: readonly IndexedDocument[]): Promise<void> {
  const atOnce = 20;
  for (let at = 0; at < documents.length; at += atOnce) {
    const changes = documents.slice(at, at + atOnce).map((document, i) => ({
      id: document.documentId,
      change: at + i + 1,
      entry: documentEntry(document),
    }));
    const refresh = at + atOnce >= documents.length;
    await writeEntries(client, aliasOf(place, "body"), changes, { isNew: true, isAlias: true, refresh });
  }
  index.forget();
}

async function bytesOf({ client, place }: EngineAlone): Promise<number> {
  const path = `/${aliasOf(place, "body")}`;
  await client.call({ method: "POST", path: `${path}/_forcemerge?max_num_segments=1`, timeoutMs: 600_000 });
  const stats = JSON.stringify(await client.call({ method: "GET", path: `${path}/_stats/store` }));
  return Number(/"primaries":\{"store":\{"size_in_bytes":([0-9]+)/.exec(stats)?.[1] ?? 0);
}

async function measureRanking(): Promise<void> {
  const file = join(process.env["HIRAKU_TEST_SAMPLES"] ?? "none", "search", "jsquad-valid.jsonl");
  if (!existsSync(file)) return void console.log("\nranking: skipped, HIRAKU_TEST_SAMPLES is not set");
  const lines = readEvaluation(readFileSync(file, "utf8"));
  const passages = lines.filter((line) => "passage" in line);
  const questions = lines.filter((line) => "question" in line).slice(0, Number(options.questions));
  const documents = passages.map((line) => evaluationDocument({ ...line, title: null }));
  const alone = await openEngine(url);
  try {
    await fill(alone, documents);
    const figures = printed(await evaluate(alone.index, questions, "semantic"));
    console.log(`\n${questions.length} questions of JSQuAD: ${figures}`);
  } finally {
    await alone.drop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
