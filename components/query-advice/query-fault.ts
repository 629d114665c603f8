import { isSearchable } from "@/lib/contract/searchable";
import type { MatchType } from "@/lib/contract/vocabulary";
import { englishWords, stopWords } from "@/lib/text/format/english-words";

/** Why a search for the query can find nothing. */
export type QueryFault = "noWords" | "tooShort" | "onlySmallWords";

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Undefined for a query that can match. Lexical search finds single letters, small words and signs. */
export function queryFault(query: string, match: MatchType): QueryFault | undefined {
  if (!isSearchable(query, match)) return "noWords";
  if (match === "lexical") return undefined;
  const text = query.normalize("NFKC").trim();
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  if (letters.length === 1 && !/\p{Script=Han}/u.test(letters[0] ?? "")) return "tooShort";
  const words = latinWords(text);
  const isSmall = words.length > 0 && !japanese.test(text) && !/\p{N}/u.test(text);
  return isSmall && words.every((word) => stopWords.has(word)) ? "onlySmallWords" : undefined;
}

/**
 * The words of a query in Latin letters of which none is known to lead to a Japanese one; empty where one does, or the
 * query is in Japanese. They find only passages that print them.
 */
export function foreignWords(query: string): readonly string[] {
  const text = query.normalize("NFKC");
  if (japanese.test(text)) return [];
  const words = latinWords(text).filter((word) => word.length > 2 && !stopWords.has(word));
  return words.some(isKnown) ? [] : words;
}

function latinWords(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];
}

/** Also with another ending: dividends, refinanced. */
function isKnown(word: string): boolean {
  return englishWords.some((known) => {
    const same = Math.max(4, Math.max(word.length, known.length) - 3);
    return word === known || (word.length >= same && word.slice(0, same) === known.slice(0, same));
  });
}
