/** bench: how long questions in both languages take over the real filings, beside a keyword search for their words. */

import { filingsFolder } from "./filings/load.ts";
import { asQuery, readQuestions } from "./filings/questions.ts";
import { withFilings } from "./filings/store.ts";

const never = new AbortController().signal;
const roundsAgain = 3;

if (filingsFolder === undefined) console.log("skipped: HIRAKU_TEST_SAMPLES is not set");
else {
  await withFilings(filingsFolder, async ({ index }) => {
    console.log("| ask | first time, p50 / p95 ms | again, p50 / p95 ms |\n|---|---|---|");
    const ask = async (query: string, matchType: "semantic" | "lexical", codes: readonly string[] | undefined) => {
      const startedAt = performance.now();
      await index.searchDocuments(asQuery(query, codes, matchType), never);
      return performance.now() - startedAt;
    };
    const measure = async (
      name: string,
      queries: readonly (readonly [string, string])[],
      kind: "semantic" | "lexical",
    ) => {
      for (const filtered of [true, false]) {
        const [first, again]: [number[], number[]] = [[], []];
        for (const times of [first, ...Array.from({ length: roundsAgain }, () => again)]) {
          for (const [query, code] of queries) times.push(await ask(query, kind, filtered ? [code] : undefined));
        }
        console.log(`| ${name}, ${filtered ? "one issuer" : "all"} | ${percentiles(first)} | ${percentiles(again)} |`);
      }
    };
    // The first half brings code and blocks of postings to where they are fast; no question of it is asked again.
    for (const language of ["ja", "en"] as const) {
      const [before, measured] = ["tune", "test"].map((half) =>
        readQuestions(language).filter((each) => each.half === half),
      );
      for (const { text } of before ?? []) await ask(text, "semantic", undefined);
      const queries = (measured ?? []).map((each) => [each.text, each.security_code] as const);
      await measure(`questions, ${language}`, queries, "semantic");
      await measure(
        `their words as keywords, ${language}`,
        queries.map(([text, code]) => [wordsOf(text), code] as const),
        "lexical",
      );
    }
  });
}

/** Runs of kanji and katakana, or words of four letters and more: what somebody would type as keywords. */
function wordsOf(text: string): string {
  return (text.match(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}|[a-z]{4,}/giu) ?? [text]).slice(0, 2).join(" ");
}

function percentiles(times: readonly number[]): string {
  const sorted = [...times].sort((x, y) => x - y);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`;
}
