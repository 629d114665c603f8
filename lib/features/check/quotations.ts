import type { Claim } from "./claims.ts";
import type { DraftBlock } from "./draft.ts";

/** Words between these stand as somebody else's. */
const pairs: readonly (readonly [open: string, close: string])[] = [
  ["「", "」"],
  ["『", "』"],
  ["“", "”"],
  ['"', '"'],
];

/** Shorter ones are names and terms. */
const charactersMin = 12;
const englishWordsMin = 5;
const charactersMax = 8_000;
const quotationsMax = 500;

type Quotation = Omit<Claim, "issuer">;

const nothingElse = {
  id: "",
  kind: "quotation",
  ...{ item: null, period: null, scope: null, forecast: false, quantity: null, from: null },
} as const;

/** The quotations of a block: what stands between quotation marks, or all of a block quote. */
export function quotationsIn(block: Exclude<DraftBlock, { kind: "table" }>, even: string): Quotation[] {
  const { id: blockId, text, kind } = block;
  if (kind === "quotation") {
    const [start, end] = trimmed(text, 0, sourceAt(text));
    return isLongEnough(text.slice(start, end))
      ? [{ ...nothingElse, blockId, start, end, text: text.slice(start, end) }]
      : [];
  }
  const found: Quotation[] = [];
  let after = 0;
  for (const { start, end } of enclosedIn(even)) {
    if (start < after || end - start > charactersMax || found.length >= quotationsMax) continue;
    const words = text.slice(start, end);
    after = end + 1;
    if (isLongEnough(words)) found.push({ ...nothingElse, blockId, start, end, text: words });
  }
  return found;
}

/** Words between marks of one kind, the outermost first, in one pass for each kind. */
function enclosedIn(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const [open, close] of pairs) {
    const opened: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at);
      const begun = character === close ? opened.pop() : undefined;
      if (begun !== undefined) found.push({ start: begun + 1, end: at });
      else if (character === open) opened.push(at);
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A source in brackets at the end of a block quote is no part of it. */
function sourceAt(text: string): number {
  const source = /\s*(?:[(（](?:出典|出所|source|from)[^()（）]{0,200}[)）]|(?:—|――|--)\s?[^\n]{1,200})\s*$/iu.exec(
    text.slice(-220),
  );
  return source === null ? text.length : text.length - (text.slice(-220).length - source.index);
}

function trimmed(text: string, from: number, to: number): [number, number] {
  let [start, end] = [from, to];
  while (start < end && /[\s「『“"]/u.test(text.charAt(start))) start++;
  while (end > start && /[\s」』”"]/u.test(text.charAt(end - 1))) end--;
  return [start, end];
}

function isLongEnough(words: string): boolean {
  const letters = words.replace(/\s/gu, "").length;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)
    ? letters >= charactersMin
    : words.split(/\s+/u).length >= englishWordsMin;
}
