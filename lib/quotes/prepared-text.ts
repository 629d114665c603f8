import { outOfRange } from "../format/out-of-range.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { splitsNumber } from "./find-quote.ts";
import { type FoldedQuote, foldQuote } from "./fold-quote.ts";
import { partMin, quoteParts } from "./quote-parts.ts";
import { wholeStretches } from "./sentences.ts";

/**
 * A text in which quotes are said to stand or not to stand, and never where. It keeps the folded words alone, so that
 * several fit into memory.
 */
export interface PreparedText {
  readonly folded: string;
  /** Where in the folded words sentences and rows begin and end. */
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  /** Where each piece of the text begins in the folded words; at last, where the text ends. */
  readonly pieces: readonly number[];
}

/** The pieces are read as one text, as a whole document is delivered. */
export function prepareText(pieces: readonly string[]): PreparedText {
  const visible = visibleText(pieces.join(""));
  const folded = foldQuote(visible.text);
  const stretches = wholeStretches(visible);
  const whole = (at: number) => !splitsNumber(folded.text, at);
  return {
    folded: folded.text,
    starts: new Set(beginningsOf(folded, stretches.starts).filter(whole)),
    ends: new Set(endsOf(folded, stretches.ends).filter(whole)),
    pieces: pieceStarts(folded, visible.starts, pieces),
  };
}

/** The first word at or after each position. */
function beginningsOf({ text, starts }: FoldedQuote, positions: readonly number[]): number[] {
  let at = 0;
  return [...positions]
    .sort((a, b) => a - b)
    .map((position) => {
      while (at < starts.length && (starts[at] ?? outOfRange()) < position) at++;
      return text[at] === " " ? at + 1 : at;
    });
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

/** Whether a stretch of the folded words may be told to be there. */
type MayBeTold = (start: number, end: number) => boolean;

export interface Presence {
  readonly found: boolean;
  /** Something was left out between the parts that were found. */
  readonly ellipsis: boolean;
}

const absent: Presence = { found: false, ellipsis: false };

/** Whether the words of a quote stand in a text, within what may be told of it. */
export function holdsQuote({ folded }: PreparedText, quote: string, mayBeTold: MayBeTold): Presence {
  const whole = foldQuote(quote).text;
  if (whole === "") return absent;
  if (endOf(folded, whole, 0, mayBeTold) !== undefined) return { found: true, ellipsis: false };
  const parts = quoteParts(quote).map((part) => foldQuote(part).text);
  if (parts.length === 0 || parts.join("") === whole) return absent;
  if (parts.some((part) => part.length < partMin)) return absent;
  let from = 0;
  for (const part of parts) {
    const end = endOf(folded, part, from, mayBeTold);
    if (end === undefined) return absent;
    from = end;
  }
  return { found: true, ellipsis: true };
}

function endOf(folded: string, wanted: string, from: number, mayBeTold: MayBeTold): number | undefined {
  for (let at = folded.indexOf(wanted, from); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    if (mayBeTold(at, at + wanted.length)) return at + wanted.length;
  }
  return undefined;
}

/** Only passages made of whole sentences and rows. */
export function wholeOnly({ starts, ends }: PreparedText): MayBeTold {
  return (start, end) => starts.has(start) && ends.has(end);
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
  return (start, end) => runs.some((run) => start >= run.from && end <= run.to);
}
