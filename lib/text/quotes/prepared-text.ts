import { outOfRange } from "../format/out-of-range.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { type FoldedQuote, foldQuote } from "./fold-quote.ts";
import { type LeftOut, whatIsIn } from "./left-out.ts";
import { ellipticQuote, partMin } from "./quote-parts.ts";
import { wholeStretches } from "./sentences.ts";
import { foldedWords, type MayBeFound, TextWords, wordsAfter } from "./text-words.ts";

/**
 * A text in which quotes are said to stand or not to stand, and never where. It keeps the folded words alone, so that
 * several fit into memory.
 */
export interface PreparedText {
  readonly words: TextWords;
  /** Places in the folded words at which sentences and rows begin and end. */
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  /** The beginning of each piece of the text in the folded words; at last, where the text ends. */
  readonly pieces: readonly number[];
}

/** The pieces are read as one text, as a whole document is delivered. */
export function prepareText(pieces: readonly string[]): PreparedText {
  const visible = visibleText(pieces.join(""));
  const folded = foldQuote(visible.text);
  const stretches = wholeStretches(visible);
  const words = new TextWords(foldedWords(visible, folded));
  const whole = (at: number) => !words.splitsNumber(at);
  return {
    words,
    starts: new Set(
      wordsAfter(
        folded,
        stretches.starts.toSorted((a, b) => a - b),
      ).filter(whole),
    ),
    ends: new Set(endsOf(folded, stretches.ends).filter(whole)),
    pieces: pieceStarts(folded, visible.starts, pieces),
  };
}

/** After the last word that ends at or before each position. */
function endsOf({ text, ends }: FoldedQuote, positions: readonly number[]): number[] {
  let at = 0;
  return [...positions]
    .sort((a, b) => a - b)
    .map((position) => {
      while (at < ends.length && (ends[at] ?? outOfRange()) <= position) at++;
      return text[at - 1] === " " ? at - 1 : at;
    });
}

function pieceStarts(folded: FoldedQuote, visibleStarts: readonly number[], pieces: readonly string[]): number[] {
  let source = 0;
  let at = 0;
  const starts = pieces.map((piece) => {
    while (at < folded.starts.length && (visibleStarts[folded.starts[at] ?? outOfRange()] ?? outOfRange()) < source)
      at++;
    source += piece.length;
    return at;
  });
  return [...starts, folded.text.length];
}

/** Questions that the folded words may answer. */
export interface MayBeTold {
  /** That a stretch of them is there. */
  readonly presence: MayBeFound;
  /** The content of a stretch of them that a quote leaves out. */
  readonly leftOut: MayBeFound;
}

export interface Presence {
  readonly found: boolean;
  /** Something was left out between the parts that were found. */
  readonly ellipsis: boolean;
  /** The text that was left out there; null where it is not to be shown. */
  readonly leftOut: LeftOut[] | null;
}

const absent: Presence = { found: false, ellipsis: false, leftOut: [] };

/** True where the words of a quote stand in the part of a text that may be shown. */
export function holdsQuote({ words }: PreparedText, quote: string, mayBeTold: MayBeTold): Presence {
  if (words.placesOf(foldQuote(quote), 0, mayBeTold.presence).next().done !== true) return { ...absent, found: true };
  const elliptic = ellipticQuote(quote);
  if (elliptic === undefined || elliptic.parts.some(({ text }) => text.length < partMin)) return absent;
  const chain = words.chainOf(elliptic, 0, mayBeTold.presence);
  if (chain === undefined) return absent;
  const open = chain.leftOut.every(({ start, end }) => start === end || mayBeTold.leftOut(start, end));
  const leftOut = chain.leftOut.map(({ start, end }) => words.folded.slice(start, end)).join("\n");
  return { found: true, ellipsis: true, leftOut: open ? whatIsIn(leftOut) : null };
}

/** Only passages made of whole sentences and rows, and nothing of what is between them. */
export function wholeOnly({ starts, ends }: PreparedText): MayBeTold {
  return { presence: (start, end) => starts.has(start) && ends.has(end), leftOut: () => false };
}

/** Only passages within pieces that follow each other and are all among these. */
export function withinPieces({ pieces }: PreparedText, isAmong: (piece: number) => boolean): MayBeTold {
  const runs: { from: number; to: number }[] = [];
  for (let piece = 0; piece + 1 < pieces.length; piece++) {
    if (!isAmong(piece)) continue;
    const from = pieces[piece] ?? outOfRange();
    const to = pieces[piece + 1] ?? outOfRange();
    const before = runs.at(-1);
    if (piece > 0 && isAmong(piece - 1) && before !== undefined) before.to = to;
    else runs.push({ from, to });
  }
  const within: MayBeFound = (start, end) => runs.some((run) => start >= run.from && end <= run.to);
  return { presence: within, leftOut: within };
}
