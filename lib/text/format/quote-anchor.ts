import { outOfRange } from "./out-of-range.ts";

/**
 * The address of a passage, `#q=section~start-end~first words~last words`. Offsets are UTF-16 units of the section's
 * visible text. The words find the passage again where the text has moved; they are few, so that a link doesn't carry
 * text that was paid for. Search hits have the words only, not the offsets.
 */

export interface QuoteAnchor {
  readonly sectionId: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly head: string;
  readonly tail: string;
}

export interface FoundQuote {
  readonly start: number;
  readonly end: number;
}

const wordsMax = 12;
/** The greatest length of a passage found by its words alone. */
const lengthMax = 2000;

export function quoteFragment(anchor: QuoteAnchor): string {
  const offsets = anchor.start === null || anchor.end === null ? "" : `${anchor.start}-${anchor.end}`;
  return `#q=${[anchor.sectionId, offsets, anchor.head, anchor.tail].map(encode).join("~")}`;
}

/** For a passage known by its words alone. */
export function quoteFragmentOf(sectionId: string, quote: string): string {
  const { head, tail } = edges(quote);
  return head === "" ? "" : quoteFragment({ sectionId, start: null, end: null, head, tail });
}

export function readQuoteFragment(hash: string): QuoteAnchor | undefined {
  const value = /^#q=([^&]*)$/.exec(hash)?.[1];
  const parts = value?.split("~").map(decode);
  if (parts === undefined || parts.length !== 4 || parts.includes(undefined)) return undefined;
  const [sectionId = "", offsets = "", head = "", tail = ""] = parts;
  const found = /^(\d{1,9})-(\d{1,9})$/.exec(offsets);
  const start = found === null ? null : Number(found[1]);
  const end = found === null ? null : Number(found[2]);
  if (sectionId === "" || head === "" || (offsets !== "" && found === null)) return undefined;
  if (start !== null && end !== null && end <= start) return undefined;
  return { sectionId, start, end, head, tail };
}

/** `~` separates the fields, so it is escaped within them. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("~", "%7E");
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A selection that cuts a surrogate pair is extended to the whole character. */
export function anchorOf(sectionId: string, text: string, from: number, to: number): QuoteAnchor {
  const start = isHalf(text, from) ? from - 1 : from;
  const end = isHalf(text, to) ? to + 1 : to;
  return { sectionId, start, end, ...edges(text.slice(start, end)) };
}

function isHalf(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** For a hit of a search: the sentence around its first highlight. */
export function anchorOfSnippet(
  sectionId: string,
  snippet: string,
  highlight: readonly [number, number] | undefined,
): QuoteAnchor | undefined {
  const sentence = sentenceAround(snippet, highlight ?? [0, snippet.length]);
  const { head, tail } = edges(sentence);
  return head === "" ? undefined : { sectionId, start: null, end: null, head, tail };
}

function sentenceAround(text: string, [start, end]: readonly [number, number]): string {
  const before = Math.max(text.lastIndexOf("。", start - 1), text.lastIndexOf("\n", start - 1), -1);
  const after = text.slice(end).search(/[。\n]/u);
  return withoutEllipses(text.slice(before + 1, after === -1 ? text.length : end + after + 1));
}

/** At both ends, with the space beside them. A pattern would look for the end of the text from each of them. */
function withoutEllipses(sentence: string): string {
  let [start, end] = [0, sentence.length];
  while (start < end && /[…\s]/u.test(sentence.charAt(start))) start++;
  while (end > start && /[…\s]/u.test(sentence.charAt(end - 1))) end--;
  return sentence.slice(start, end);
}

function edges(quote: string): { head: string; tail: string } {
  const characters = [...compact(quote).text];
  return { head: characters.slice(0, wordsMax).join(""), tail: characters.slice(-wordsMax).join("") };
}

/** Finds the passage in a section's text: by its offsets if they still match, else by its words. */
export function resolveQuote(text: string, anchor: QuoteAnchor): FoundQuote | undefined {
  const { start, end } = anchor;
  if (start !== null && end !== null && end <= text.length) {
    const candidate = edges(text.slice(start, end));
    if (candidate.head === anchor.head && candidate.tail === anchor.tail) return { start, end };
  }
  return findByWords(text, anchor);
}

function findByWords(text: string, anchor: QuoteAnchor): FoundQuote | undefined {
  const { text: plain, at } = compact(text);
  const expected = anchor.start === null || anchor.end === null ? null : anchor.end - anchor.start;
  const reach = expected === null ? lengthMax : expected * 2 + 40;
  let best: FoundQuote | undefined;
  let last = -1;
  for (let from = plain.indexOf(anchor.head); from !== -1; from = plain.indexOf(anchor.head, from + 1)) {
    const least = Math.max(from, from + anchor.head.length - anchor.tail.length);
    // The same end follows many beginnings.
    if (last < least) last = plain.indexOf(anchor.tail, least);
    if (last === -1) break;
    const until = last + anchor.tail.length;
    if (until - from > reach) continue;
    const found = { start: at[from] ?? outOfRange(), end: (at[until - 1] ?? outOfRange()) + 1 };
    if (best === undefined || distance(found, anchor) < distance(best, anchor)) best = found;
  }
  return best;
}

function distance(found: FoundQuote, anchor: QuoteAnchor): number {
  return Math.abs(found.start - (anchor.start ?? 0));
}

/** A text without spaces and Markdown marks, with the original offset of each unit. */
function compact(text: string): { text: string; at: number[] } {
  const at: number[] = [];
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (/[\s\u3000|*#_`\\<>]/u.test(unit)) continue;
    out += unit;
    at.push(i);
  }
  return { text: out, at };
}
