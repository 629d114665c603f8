import { visibleText } from "../markdown/visible-text.ts";
import { outOfRange } from "../format/out-of-range.ts";
import { foldQuote } from "./fold-quote.ts";
import { partMin, quoteParts } from "./quote-parts.ts";

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
}

export interface QuoteSearch {
  readonly passages: readonly Passage[];
  /** Parts of the quote are left out, and only what stands beside the ellipsis was looked for. */
  readonly ellipsis: boolean;
}

const placesMax = 50;

/** A text prepared for several searches. */
export class QuotedText {
  readonly #folded: string;
  /** For each UTF-16 unit of the folded words, the [start, end) of the delivered text: kept small, since texts are. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(delivered: string) {
    const visible = visibleText(delivered);
    const { text, starts, ends } = foldQuote(visible.text);
    this.#folded = text;
    this.#starts = Uint32Array.from(starts, (at) => visible.starts[at] ?? outOfRange());
    this.#ends = Uint32Array.from(ends, (at) => visible.ends[at - 1] ?? outOfRange());
  }

  find(quote: string): QuoteSearch {
    const whole = this.#placesOf(foldQuote(quote).text, 0);
    if (whole.length > 0) return { passages: whole.map((each) => ({ parts: [each.place] })), ellipsis: false };
    const parts = quoteParts(quote).map((part) => foldQuote(part).text);
    if (parts.length === 0 || parts.join("") === foldQuote(quote).text) return { passages: [], ellipsis: false };
    if (parts.some((part) => part.length < partMin)) return { passages: [], ellipsis: true };
    return { passages: this.#chains(parts), ellipsis: true };
  }

  /** Where the words stand directly after others. */
  placesAfter(before: string, quote: string): readonly Place[] {
    const wanted = foldQuote(quote).text;
    const both = foldQuote(before + quote).text;
    if (wanted === "" || !both.endsWith(wanted)) return [];
    return this.#placesOf(both, 0, Infinity).map(({ after }) => this.#placeOf(after - wanted.length, after));
  }

  /** Each place of the first part, with the nearest ones of the others after it. */
  #chains(parts: readonly string[]): Passage[] {
    const [first = "", ...rest] = parts;
    const passages: Passage[] = [];
    for (const { place, after } of this.#placesOf(first, 0)) {
      const chain = [place];
      let from = after;
      for (const part of rest) {
        const next = this.#placesOf(part, from, 1)[0];
        // What a later beginning leaves is less: it has none either.
        if (next === undefined) return passages;
        chain.push(next.place);
        from = next.after;
      }
      passages.push({ parts: chain });
    }
    return passages;
  }

  #placesOf(wanted: string, from: number, limit = placesMax): { place: Place; after: number }[] {
    const text = this.#folded;
    const found: { place: Place; after: number }[] = [];
    if (wanted === "") return found;
    for (let at = text.indexOf(wanted, from); at !== -1 && found.length < limit; at = text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      found.push({ place: this.#placeOf(at, end), after: end });
    }
    return found;
  }

  #placeOf(at: number, end: number): Place {
    const text = this.#folded;
    return {
      start: this.#starts[at] ?? outOfRange(),
      end: this.#ends[end - 1] ?? outOfRange(),
      cutsNumber: splitsNumber(text, at) || splitsNumber(text, end),
    };
  }
}

const number = /[0-9.,△▲-]*$/;

/** Whether digits of one number stand on both sides; its sign and its separators belong to it. */
export function splitsNumber(text: string, at: number): boolean {
  const before = number.exec(text.slice(Math.max(0, at - 20), at))?.[0] ?? "";
  const after = /^[.,]?[0-9]/.test(text.slice(at, at + 2));
  if (!after || before === "") return false;
  return /[0-9][.,]?$/.test(before) || (/[△▲-]$/.test(before) && /^[0-9]/.test(text.slice(at, at + 1)));
}
