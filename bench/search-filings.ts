/** bench: questions in both languages, and for figures, over the real filings of HIRAKU_TEST_SAMPLES. */

import { parseArgs } from "node:util";
import { plainText } from "../lib/text/format/plain-text.ts";
import { measured, printed } from "../service/search/core/evaluate.ts";
import type { IndexedDocument, SearchIndex } from "../service/search/port.ts";
import { figureQuestions } from "./filings/figures.ts";
import { filingsFolder, loadFilings, withIndex } from "./filings/load.ts";
import { asQuery, type Question, readQuestions } from "./filings/questions.ts";

/** Collects the ranks of the right answers, and their times. */
class Tally {
  readonly #name: string;
  readonly #options: { readonly failures: boolean; readonly show: boolean };
  readonly #ranks: number[] = [];
  readonly #times: number[] = [];
  #empty = 0;
  constructor(name: string, options: { readonly failures: boolean; readonly show: boolean }) {
    this.#name = name;
    this.#options = options;
  }
  async time<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#times.push(performance.now() - started);
    return result;
  }
  add(rank: number, isEmpty: boolean, describe: () => string[]): void {
    this.#ranks.push(rank);
    if (isEmpty) this.#empty++;
    if (this.#options.show || (this.#options.failures && rank !== 1)) console.log(`[${rank}] ${describe().join("\n")}`);
  }
  print(): void {
    const count = this.#ranks.length;
    const found = this.#ranks.map((rank) => ({ ranks: rank > 0 ? [rank] : [], answers: 1 }));
    const p50 = [...this.#times].sort((x, y) => x - y)[Math.floor(count / 2)] ?? 0;
    console.log(
      `${this.#name}, ${count}: ${printed(measured(found))}; no hit ${((this.#empty / count) * 100).toFixed(0)} %; p50 ${p50.toFixed(1)} ms`,
    );
  }
}

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
  const documents = await loadFilings(filingsFolder, ["packages", "fsa", "pairs", "tdnet"]);
  await withIndex(documents, async ({ db, index }) => {
    const sections = documents.flatMap((each) => each.sections);
    const textBytes = sections.reduce((sum, each) => sum + Buffer.byteLength(each.markdown), 0);
    const plainBytes = sections.reduce((sum, each) => sum + Buffer.byteLength(plainText(each.markdown)), 0);
    const indexBytes = Number(db.prepare("SELECT sum(length(data)) FROM search_body_block").pluck().get());
    console.log(
      `${documents.length} filings, ${(textBytes / 1e6).toFixed(1)} MB of text; index ${(indexBytes / plainBytes).toFixed(2)} of the text as read\n`,
    );
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
