/** bench: questions in both languages, and for figures, over the real filings of HIRAKU_TEST_SAMPLES. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plainText } from "../lib/text/format/plain-text.ts";
import { createSearchIndex, searchMigrations } from "../service/search/index.ts";
import type { IndexedDocument, SearchIndex } from "../service/search/port.ts";
import { compactSearch } from "../service/search/sqlite/compact.ts";
import { type Database, openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";
import { figureQuestions } from "./filings/figures.ts";
import { filingsFolder, loadFilings } from "./filings/load.ts";
import { asQuery, type Question, readQuestions } from "./filings/questions.ts";
import { Tally } from "./filings/tally.ts";

const { values: options } = parseArgs({
  options: {
    failures: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    figures: { type: "string", default: "16" },
    seeds: { type: "string", default: "17" },
  },
});

const never = new AbortController().signal;

if (filingsFolder === undefined) console.log("skipped: HIRAKU_TEST_SAMPLES is not set");
else {
  await withFilings(filingsFolder, async ({ db, index, documents }) => {
    const sections = documents.flatMap((each) => each.sections);
    const textBytes = sections.reduce((sum, each) => sum + Buffer.byteLength(each.markdown), 0);
    const plainBytes = sections.reduce((sum, each) => sum + Buffer.byteLength(plainText(each.markdown)), 0);
    const indexBytes = Number(db.prepare("SELECT sum(length(data)) FROM search_body_block").pluck().get());
    console.log(
      `${documents.length} filings, ${(textBytes / 1e6).toFixed(1)} MB of text; index ${(indexBytes / plainBytes).toFixed(2)} of the text as read\n`,
    );
    console.log("| questions | R@1 | R@10 | MRR@10 | no hit | p50 ms |\n|---|---|---|---|---|---|");
    for (const language of ["en", "ja"] as const) {
      const questions = readQuestions(language);
      for (const half of ["tune", "test"] as const)
        await ask(
          index,
          documents,
          `${language}, ${half}`,
          questions.filter((each) => each.half === half),
        );
    }
    for (const seed of options.seeds.split(",").map(Number)) {
      const figures = figureQuestions(documents, Number(options.figures), seed);
      for (const half of [0, 1]) {
        const chosen = figures.filter((_, i) => i % 2 === half);
        const name = `draw ${seed}, ${half === 0 ? "tune" : "test"}`;
        await askFigures(index, documents, `figures, by issuer, ${name}`, chosen, true);
        await askFigures(index, documents, `figures, over all, ${name}`, chosen, false);
      }
    }
  });
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
  return (await index.searchDocuments(asQuery(query, securityCodes), never)).hits;
}

function pathOf(
  documents: readonly IndexedDocument[],
  hit: { documentId: string; sectionId: string },
): readonly string[] {
  const document = documents.find((each) => each.documentId === hit.documentId);
  return document?.sections.find((each) => each.sectionId === hit.sectionId)?.path ?? [];
}

/** The real filings of a folder in an index of their own, for as long as the work takes. */
async function withFilings(
  root: string,
  work: (store: { db: Database; index: SearchIndex; documents: readonly IndexedDocument[] }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-filings-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file, threads: 1 });
  try {
    const documents = await loadFilings(root, ["packages", "fsa", "pairs", "tdnet"]);
    for (const document of documents) await inTransaction(db, () => index.writer.putDocument(document));
    compactSearch(db);
    await work({ db, index, documents });
  } finally {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
