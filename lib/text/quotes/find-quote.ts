import { outOfRange } from "../format/out-of-range.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { foldQuote } from "./fold-quote.ts";
import { type LeftOut, whatIsIn } from "./left-out.ts";
import { ellipticQuote, partMin } from "./quote-parts.ts";
import { type Chain, type FoldedWords, foldedWords, type Stretch, TextWords } from "./text-words.ts";

/**
 * Finds a quote in a delivered text, word by word as `foldQuote` compares them. The offsets are UTF-16 units of the text
 * as it was delivered, Markdown included.
 */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** The quote begins or ends in the middle of a number, whose other digits may change what it says. */
  readonly cutsNumber: boolean;
}

export interface Passage {
  /** One place for each part of the quote, in order. */
  readonly parts: readonly Place[];
  /** Texts that the ellipses of the quote leave out of this passage. */
  readonly leftOut: readonly LeftOut[];
}

export interface QuoteSearch {
  readonly passages: readonly Passage[];
  /** Parts of the quote are left out, and only what stands beside the ellipsis was looked for. */
  readonly ellipsis: boolean;
}

const placesMax = 50;

/** The parts of a quoted text: plain values, which a thread may hand to another. */
export interface QuotedParts {
  readonly words: FoldedWords;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export function quotedParts(delivered: string): QuotedParts {
  const visible = visibleText(delivered);
  const folded = foldQuote(visible.text);
  return {
    words: foldedWords(visible, folded),
    starts: Uint32Array.from(folded.starts, (at) => visible.starts[at] ?? outOfRange()),
    ends: Uint32Array.from(folded.ends, (at) => visible.ends[at - 1] ?? outOfRange()),
  };
}

/** A text prepared for several searches. */
export class QuotedText {
  readonly #words: TextWords;
  /** For each UTF-16 unit of the folded words, the [start, end) of the delivered text: kept small, since texts are. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  /** Parts that another thread has prepared, or a text. */
  constructor(delivered: string | QuotedParts) {
    const { words, starts, ends } = typeof delivered === "string" ? quotedParts(delivered) : delivered;
    this.#words = new TextWords(words);
    this.#starts = starts;
    this.#ends = ends;
  }

  find(quote: string): QuoteSearch {
    const whole: Passage[] = [];
    for (const each of this.#words.placesOf(foldQuote(quote))) {
      if (whole.push({ parts: [this.#placeOf(each)], leftOut: [] }) === placesMax) break;
    }
    if (whole.length > 0) return { passages: whole, ellipsis: false };
    const elliptic = ellipticQuote(quote);
    if (elliptic === undefined) return { passages: [], ellipsis: false };
    if (elliptic.parts.some(({ text }) => text.length < partMin)) return { passages: [], ellipsis: true };
    const passages: Passage[] = [];
    let chain = this.#words.chainOf(elliptic, 0);
    while (chain !== undefined && passages.length < placesMax) {
      passages.push(this.#passageOf(chain));
      chain = this.#words.chainOf(elliptic, (chain.parts[0]?.start ?? outOfRange()) + 1);
    }
    return { passages, ellipsis: true };
  }

  /** Places at which the words stand directly after others. */
  placesAfter(before: string, quote: string): readonly Place[] {
    const wanted = foldQuote(quote).text;
    const both = foldQuote(before + quote);
    if (wanted === "" || !both.text.endsWith(wanted)) return [];
    return [...this.#words.placesOf(both)].map(({ end }) => this.#placeOf({ start: end - wanted.length, end }));
  }

  #passageOf({ parts, leftOut }: Chain): Passage {
    const words = leftOut.map(({ start, end }) => this.#words.folded.slice(start, end)).join("\n");
    return { parts: parts.map((part) => this.#placeOf(part)), leftOut: whatIsIn(words) };
  }

  #placeOf({ start, end }: Stretch): Place {
    return {
      start: this.#starts[start] ?? outOfRange(),
      end: this.#ends[end - 1] ?? outOfRange(),
      cutsNumber: this.#words.splitsNumber(start) || this.#words.splitsNumber(end),
    };
  }
}
