/** bench: questions in both languages, and for figures, over the real filings of HIRAKU_TEST_SAMPLES. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DocumentQuery, IndexedDocument, SearchIndex } from "../service/search/port.ts";
import { plainText } from "../service/search/core/plain-text.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { compactSearch } from "../service/search/sqlite/compact.ts";
import { createSearchIndex } from "../service/search/sqlite/create-index.ts";
import { searchMigrations } from "../service/search/sqlite/schema.ts";
import { figureQuestions } from "./filings/figures.ts";
import { filingsFolder, loadFilings } from "./filings/load.ts";
import { Tally } from "./filings/tally.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";

const { values: options } = parseArgs({
  options: {
    failures: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    figures: { type: "string", default: "16" },
  },
});

interface Question {
  readonly question: string;
  readonly half: "tune" | "test";
  readonly security_code: string;
  readonly text: string;
  /** What the folded title of the section, or of one that holds it, must match. */
  readonly section: string;
}

const never = new AbortController().signal;

if (filingsFolder === undefined) console.log("skipped: HIRAKU_TEST_SAMPLES is not set");
else await measure(filingsFolder);

async function measure(root: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-filings-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file });
  try {
    const documents = await loadFilings(root, ["packages", "fsa", "pairs", "tdnet"]);
    const textBytes = Number(
      documents.flatMap((each) => each.sections).reduce((sum, each) => sum + Buffer.byteLength(each.markdown), 0),
    );
    for (const document of documents) await inTransaction(db, () => index.writer.putDocument(document));
    compactSearch(db);
    const indexBytes = Number(db.prepare("SELECT sum(length(data)) FROM search_body_block").pluck().get());
    const plainBytes = documents
      .flatMap((each) => each.sections)
      .reduce((sum, each) => sum + Buffer.byteLength(plainText(each.markdown)), 0);
    console.log(
      `${documents.length} filings, ${(textBytes / 1e6).toFixed(1)} MB of text; index ${(indexBytes / plainBytes).toFixed(2)} of the text as read\n`,
    );
    console.log("| questions | R@1 | R@10 | MRR@10 | no hit | p50 ms |\n|---|---|---|---|---|---|");
    for (const language of ["en", "ja"]) {
      const questions = readQuestions(`filings-${language}.jsonl`);
      for (const half of ["tune", "test"] as const)
        await ask(
          index,
          documents,
          `${language}, ${half}`,
          questions.filter((each) => each.half === half),
        );
    }
    const figures = figureQuestions(documents, Number(options.figures));
    for (const half of [0, 1]) {
      const chosen = figures.filter((_, i) => i % 2 === half);
      const name = half === 0 ? "tune" : "test";
      await askFigures(index, documents, `figures, by issuer, ${name}`, chosen, true);
      await askFigures(index, documents, `figures, over all, ${name}`, chosen, false);
    }
  } finally {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(
  index: SearchIndex,
  documents: readonly IndexedDocument[],
  name: string,
  questions: readonly Question[],
) {
  const tally = new Tally(name, options);
  for (const question of questions) {
    const wanted = new RegExp(question.section.normalize("NFKC").toLowerCase(), "u");
    const hits = await tally.time(() => search(index, question.text, [question.security_code]));
    const paths = hits.map((hit) => pathOf(documents, hit));
    tally.add(
      paths.findIndex((path) => wanted.test(path.map((each) => each.normalize("NFKC").toLowerCase()).join(" > "))) + 1,
      hits.length === 0,
      () => [
        `${question.question} ${question.text}  (${question.section})`,
        ...paths.slice(0, 3).map((path) => `      ${path.slice(-3).join(" > ")}`),
      ],
    );
  }
  tally.print();
}

async function askFigures(
  index: SearchIndex,
  documents: readonly IndexedDocument[],
  name: string,
  questions: ReturnType<typeof figureQuestions>,
  filtered: boolean,
) {
  const tally = new Tally(name, options);
  for (const question of questions) {
    const hits = await tally.time(() => search(index, question.text, filtered ? [question.securityCode] : undefined));
    tally.add(
      hits.findIndex((hit) => hit.documentId === question.documentId && hit.sectionId === question.sectionId) + 1,
      hits.length === 0,
      () => [
        `${question.text}  (${question.documentId} ${pathOf(documents, question).slice(-2).join(" > ")})`,
        ...hits.slice(0, 3).map((hit) => `      ${hit.documentId} ${pathOf(documents, hit).slice(-2).join(" > ")}`),
      ],
    );
  }
  tally.print();
}

async function search(index: SearchIndex, query: string, securityCodes: readonly string[] | undefined) {
  const asked: DocumentQuery = {
    query,
    matchType: "semantic",
    topK: 10,
    includeSnippet: false,
    securityCodes,
    documentTypes: undefined,
    families: undefined,
    sinceMs: undefined,
    untilMs: undefined,
    latestOnly: false,
  };
  return (await index.searchDocuments(asked, never)).hits;
}

function pathOf(
  documents: readonly IndexedDocument[],
  hit: { documentId: string; sectionId: string },
): readonly string[] {
  const document = documents.find((each) => each.documentId === hit.documentId);
  return document?.sections.find((each) => each.sectionId === hit.sectionId)?.path ?? [];
}

function readQuestions(name: string): Question[] {
  return readFileSync(join(import.meta.dirname, "questions", name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
