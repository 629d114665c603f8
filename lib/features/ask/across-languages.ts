import { englishWords, stopWords } from "../../text/format/english-words.ts";
import { plainWidths } from "../../text/format/plain-widths.ts";
import { labelsByItem, labelsIn } from "../../text/passages/english-labels.ts";
import { numbersIn } from "./figures-of-words.ts";
import { type Language } from "./own-words.ts";

/**
 * A sentence in another language than its quotes. Its words can't be compared; what can are numbers (elsewhere), names
 * in Latin letters, and items that a table translates. A sentence that has none of these stands on nothing.
 */
export function whyForeign(
  sentence: string,
  quotes: readonly string[],
  language: Language,
): "name" | "other_words" | undefined {
  const basis = quotes.map(plainWidths).join("\n");
  const names = language === "en" ? namesIn(sentence) : [];
  const latin = basis.toLowerCase();
  if (names.some((name) => !latin.includes(name.toLowerCase()))) return "name";
  const items = language === "en" ? labelsByItem(sentence) : labelsIn(sentence).map((label) => [label]);
  const known = language === "en" ? undefined : new Set(labelsByItem(basis).flat());
  const stands = (label: string) => (known === undefined ? basis.includes(label) : known.has(label));
  if (items.some((labels) => !labels.some(stands))) return "other_words";
  return numbersIn(sentence).length + names.length + items.length > 0 ? undefined : "other_words";
}

const common = new Set([
  ...stopWords,
  ...englishWords,
  ..."january february march april may june july august september october november december fy yen japan japanese compared".split(
    " ",
  ),
]);

function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(/[A-Z][A-Za-z]+/gu)].flatMap(([word]) => {
    const lower = word.toLowerCase();
    return common.has(lower) || common.has(lower.replace(/s$/u, "")) ? [] : [word];
  });
}
