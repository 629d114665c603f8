import { type FoldedQuote, foldQuote } from "./fold-quote.ts";

/** The shortest part beside an ellipsis, in folded characters: a shorter one stands nearly everywhere. */
export const partMin = 4;

const dots = "[…⋯]+|[.．]{3,}|\\.(?: \\.){2,}|‥+|[・･]{3,}|[。｡]{3,}";
const words = "中略|前略|後略|省略|以下略|略|omitted|snip|abridged";
const ellipsis = new RegExp(
  `[[［(（〔【<＜《]\\s*(?:${dots}|${words})\\s*[\\]］)）〕】>＞》]|[~～〜]\\s*(?:${words})\\s*[~～〜]|${dots}`,
  "giu",
);

/** A quote between its ellipses. */
export interface EllipticQuote {
  readonly parts: readonly FoldedQuote[];
  /** It begins, or ends, with an ellipsis. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Undefined for a quote without an ellipsis, or with nothing else. */
export function ellipticQuote(quote: string): EllipticQuote | undefined {
  const pieces = quote.split(ellipsis).map(foldQuote);
  const parts = pieces.filter(({ text }) => text !== "");
  if (pieces.length < 2 || parts.length === 0) return undefined;
  return { parts, opens: pieces[0]?.text === "", closes: pieces.at(-1)?.text === "" };
}

/** The parts of a quote between its ellipses. */
export function quoteParts(quote: string): readonly string[] {
  return quote.split(ellipsis).filter((part) => foldQuote(part).text !== "");
}

/** How many characters a part of a quote over text that was not bought has at least, spaces not counted. */
export const wholePartMin = 40;
/** How many parts such a quote has at most. */
export const partsMax = 10;

/** Errors in the form of a quote over text that was not bought. It depends on the quote alone. */
export function formFault(quote: string): "too_short" | "too_many_parts" | undefined {
  const parts = quoteParts(quote);
  if (parts.length > partsMax) return "too_many_parts";
  const lengthOf = (part: string) => [...foldQuote(part).text].filter((character) => character !== " ").length;
  return parts.length === 0 || parts.some((part) => lengthOf(part) < wholePartMin) ? "too_short" : undefined;
}
