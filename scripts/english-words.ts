import { writeFileSync } from "node:fs";
import path from "node:path";
import { baseGlossary, everydayWords, stopWords, wordsOfName } from "../service/search/words.ts";

/**
 * The English words that lead to Japanese ones by the glossary that the product ships, for the web app: it tells before
 * a search is charged where none of a question's words is among them. `node scripts/english-words.ts` writes them, and a
 * test compares.
 */

export const englishWordsFile = path.resolve(import.meta.dirname, "../lib/text/format/english-words.ts");

/** Of events, as news and timely disclosures name them: service/search/core/event-words.ts. */
const eventWords =
  "results earnings forecast guidance outlook revision buyback repurchase treasury takeover bid tob holding " +
  "representative president chief resignation resign appointment merger merge acquisition acquire split delisting " +
  "medium midterm impairment recall breach leak cyberattack lawsuit litigation dividend";

export function englishWordsSource(): string {
  const known = new Set(
    [...baseGlossary().flatMap(({ name }) => wordsOfName(name)), ...everydayWords, ...eventWords.split(" ")]
      .map((word) => word.toLowerCase())
      .filter((word) => /^[a-z]{3,}$/u.test(word) && !stopWords.has(word)),
  );
  return [
    "// Written by scripts/english-words.ts from the glossary of the service.",
    "",
    "/** English words that lead to Japanese ones in a search. */",
    `export const englishWords: readonly string[] =\n  "${[...known].sort().join(" ")}".split(\n    " ",\n  );`,
    "",
    "/** English words that say nothing of what a question is about. */",
    `export const stopWords: ReadonlySet<string> = new Set(\n  "${[...stopWords].sort().join(" ")}".split(\n    " ",\n  ),\n);`,
    "",
  ].join("\n");
}

if (import.meta.main) writeFileSync(englishWordsFile, englishWordsSource());
