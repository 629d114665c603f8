import { foldQuote } from "./fold-quote.ts";

/** The shortest part beside an ellipsis, in folded characters: a shorter one stands nearly everywhere. */
export const partMin = 4;

const dots = "…+|\\.{3,}|‥{1,}|・{3,}";
const words = "中略|前略|後略|省略|omitted|snip";
const ellipsis = new RegExp(`[[［(（〔【]\\s*(?:${dots}|${words})\\s*[\\]］)）〕】]|${dots}`, "giu");

/** The parts of a quote between its ellipses. */
export function quoteParts(quote: string): readonly string[] {
  return quote.split(ellipsis).filter((part) => foldQuote(part).text !== "");
}

/** How many characters a part of a quote over text that was not bought has at least, spaces not counted. */
export const wholePartMin = 40;
/** How many parts such a quote has at most. */
export const partsMax = 10;

/** What is wrong with the form of a quote over text that was not bought. It depends on the quote alone. */
export function formFault(quote: string): "too_short" | "too_many_parts" | undefined {
  const parts = quoteParts(quote);
  if (parts.length > partsMax) return "too_many_parts";
  const lengthOf = (part: string) => [...foldQuote(part).text].filter((character) => character !== " ").length;
  return parts.length === 0 || parts.some((part) => lengthOf(part) < wholePartMin) ? "too_short" : undefined;
}
