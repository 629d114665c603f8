import { outOfRange } from "../format/out-of-range.ts";
import type { VisibleText } from "../markdown/visible-text.ts";
import { endsNoSentence } from "./abbreviations.ts";
import type { FoldedQuote } from "./fold-quote.ts";
import { splitsNumber } from "./numbers.ts";
import type { EllipticQuote } from "./quote-parts.ts";

/** A stretch of folded words. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The passages of an elliptic quote, in order, and what is left out between and beside them. */
export interface Chain {
  readonly parts: readonly Stretch[];
  readonly leftOut: readonly Stretch[];
}

/** Which stretches of the words may be found. */
export type MayBeFound = (start: number, end: number) => boolean;

const marks = /[.!?]/;

/** The folded words of a text, and where its gaps, its cells and its paragraphs begin in them. */
export interface FoldedWords {
  readonly folded: string;
  readonly gaps: Uint32Array;
  readonly borders: Uint32Array;
  readonly blocks: Uint32Array;
}

export function foldedWords(visible: Pick<VisibleText, "cells" | "blocks">, folded: FoldedQuote): FoldedWords {
  const gaps = Uint32Array.from(folded.gaps);
  const blocks = wordsAfter(
    folded,
    visible.blocks.map(({ at }) => at),
  );
  return {
    folded: folded.text,
    gaps,
    borders: Uint32Array.from(wordsAfter(folded, visible.cells).filter((at) => hasIn(gaps, at))),
    blocks: Uint32Array.from(blocks),
  };
}

/** The folded words of a text, with what of its layout counts. */
export class TextWords {
  readonly folded: string;
  /** Before which words a cell begins, and a quote has white space. */
  readonly #borders: Uint32Array;
  readonly #gaps: Uint32Array;
  readonly #blocks: Uint32Array;

  constructor({ folded, gaps, borders, blocks }: FoldedWords) {
    this.folded = folded;
    this.#gaps = gaps;
    this.#borders = borders;
    this.#blocks = blocks;
  }

  /** Places of a quote from an offset on, ascending. */
  *placesOf(wanted: FoldedQuote, from = 0, mayBeFound?: MayBeFound): Generator<Stretch> {
    const { text } = wanted;
    if (text === "") return;
    for (let start = this.folded.indexOf(text, from); start !== -1; start = this.folded.indexOf(text, start + 1)) {
      const end = start + text.length;
      if (this.#hasItsGaps(wanted, start) && (mayBeFound?.(start, end) ?? true)) yield { start, end };
    }
  }

  /** The parts of a quote in order, as near to each other as they stand, the first of them from a place on. */
  chainOf({ parts, opens, closes }: EllipticQuote, from: number, mayBeFound?: MayBeFound): Chain | undefined {
    const found: Stretch[] = [];
    for (const part of parts) {
      const next = this.placesOf(part, found.at(-1)?.end ?? from, mayBeFound).next().value;
      if (next === undefined) return undefined;
      found.push(next);
    }
    for (let at = parts.length - 2; at >= 0; at--) {
      const [part, own, next] = [parts[at], found[at], found[at + 1]];
      if (part === undefined || own === undefined || next === undefined) break;
      found[at] = this.#lastPlaceOf(part, own, next.start, mayBeFound);
    }
    const between = found.slice(1).map(({ start }, at) => ({ start: found[at]?.end ?? start, end: start }));
    const [first, last] = [found[0] ?? outOfRange(), found.at(-1) ?? outOfRange()];
    const before = opens ? [{ start: this.#sentenceStart(first.start), end: first.start }] : [];
    const after = closes ? [{ start: last.end, end: this.#sentenceEnd(last.end) }] : [];
    return { parts: found, leftOut: [...before, ...between, ...after] };
  }

  /** The last place of a quote before another, which is at least where it is known to stand. */
  #lastPlaceOf(wanted: FoldedQuote, known: Stretch, before: number, mayBeFound?: MayBeFound): Stretch {
    const { text } = wanted;
    for (let start = before - text.length; start > known.start; start--) {
      start = this.folded.lastIndexOf(text, start);
      const end = start + text.length;
      if (start > known.start && this.#hasItsGaps(wanted, start) && (mayBeFound?.(start, end) ?? true))
        return { start, end };
    }
    return known;
  }

  splitsNumber(at: number): boolean {
    return splitsNumber(this.folded, at, hasIn(this.#gaps, at));
  }

  #hasItsGaps({ text, gaps }: FoldedQuote, start: number): boolean {
    const end = start + text.length;
    let gap = 0;
    for (let i = firstAbove(this.#borders, start); (this.#borders[i] ?? end) < end; i++) {
      const at = (this.#borders[i] ?? outOfRange()) - start;
      while ((gaps[gap] ?? at) < at) gap++;
      if (gaps[gap] !== at) return false;
    }
    return true;
  }

  #sentenceStart(at: number): number {
    const block = this.#blocks[firstAbove(this.#blocks, at) - 1] ?? 0;
    for (let i = at; i > block; i--) if (this.#endsAt(i)) return i;
    return block;
  }

  #sentenceEnd(at: number): number {
    const block = this.#blocks[firstAbove(this.#blocks, at - 1)] ?? this.folded.length;
    for (let i = at; i < block; i++) if (this.#endsAt(i)) return i;
    return block;
  }

  #endsAt(at: number): boolean {
    const before = this.folded.charAt(at - 1);
    if (before === "。") return true;
    const isApart = before !== "." || this.folded.charAt(at) === " " || hasIn(this.#gaps, at);
    return marks.test(before) && isApart && !endsNoSentence(this.folded, at);
  }
}

/** The first of the folded words at or after each of ascending positions. */
export function wordsAfter({ text, starts }: FoldedQuote, positions: readonly number[]): number[] {
  let at = 0;
  return positions.map((position) => {
    while (at < starts.length && (starts[at] ?? outOfRange()) < position) at++;
    return text[at] === " " ? at + 1 : at;
  });
}

/** The index of the first of ascending numbers that is greater. */
function firstAbove(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hasIn(ascending: Uint32Array, value: number): boolean {
  return ascending[firstAbove(ascending, value) - 1] === value;
}
