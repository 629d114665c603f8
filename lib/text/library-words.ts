import { fold, foldText, originalRange } from "./format/fold.ts";

/**
 * Words for the local search. Japanese has no spaces, so text is folded and split into overlapping pairs of characters;
 * a query becomes the same pairs in sequence. This finds two kanji as well as a sentence, and a single character by the
 * pairs that begin with it.
 */
const run = /[\p{L}\p{N}\p{M}々〇ー]+/gu;

/** Folded as everywhere else, and hiragana equals katakana as well, since users search the library from memory. */
export function foldWords(text: string): string {
  return foldKana(foldText(text));
}

/** Replaces one character by one, so that offsets in the text stay the same. */
function foldKana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (each) => String.fromCharCode(each.charCodeAt(0) - 0x60));
}

export function indexedWords(text: string): string {
  const out: string[] = [];
  for (const [word] of foldWords(text).matchAll(run)) out.push(pairs(word).join(" "), last(word));
  return out.filter((each) => each !== "").join(" ");
}

/** A word of a question: its pairs of characters in sequence, or one character, with which a pair begins. */
export interface SearchedWord {
  readonly terms: string;
  readonly isPrefix: boolean;
}

/** The words that a text must contain, all of them, to be found by the question. */
export function searchedWords(question: string): readonly SearchedWord[] {
  const words = foldWords(question).match(run) ?? [];
  return words.slice(0, 12).map((word) => {
    const isPrefix = letters(word).length === 1;
    return { terms: isPrefix ? word : pairs(word).join(" "), isPrefix };
  });
}

function pairs(word: string): string[] {
  const all = letters(word);
  return all.slice(0, -1).map((each, at) => `${each}${all[at + 1] ?? ""}`);
}

/** Also indexes the last character alone, so that a prefix search by one character finds it at the end of a run. */
function last(word: string): string {
  return letters(word).at(-1) ?? "";
}

function letters(word: string): string[] {
  return [...word];
}

export interface Passage {
  readonly text: string;
  readonly highlights: readonly (readonly [number, number])[];
}

const around = 60;

/** The first passage with a word of the question, shortened; offsets are UTF-16 units of the shortened text. */
export function findPassage(text: string, question: string): Passage | null {
  const whole = fold(text);
  const folded = foldKana(whole.text);
  const words = [...new Set(foldWords(question).match(run) ?? [])];
  const hits = words.flatMap((word) => {
    const at = folded.indexOf(word);
    return at === -1 ? [] : [originalRange(whole.map, at, at + word.length)];
  });
  const first = hits.sort((a, b) => a[0] - b[0])[0];
  if (first === undefined) return null;
  const start = Math.max(0, first[0] - around);
  const end = Math.min(text.length, first[1] + 2 * around);
  const inside = hits.filter(([from, to]) => from >= start && to <= end);
  return {
    text: text.slice(start, end).replace(/[\n#*|]/g, " "),
    highlights: inside.map(([from, to]) => [from - start, to - start]),
  };
}
