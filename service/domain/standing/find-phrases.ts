/** Phrases with the same two first units, so that a text is compared only where one can begin. */
interface Bucket {
  readonly lengths: Set<number>;
  readonly phrases: Set<string>;
}

/** Counts folded phrases of at least two units in folded texts. At each place as many comparisons as there are lengths. */
export class PhraseFinder {
  readonly #buckets = new Map<number, Bucket>();
  readonly #begins = new Uint8Array(65_536);

  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) {
      const bucket = this.#buckets.get(pairAt(phrase, 0)) ?? { lengths: new Set(), phrases: new Set() };
      bucket.lengths.add(phrase.length);
      bucket.phrases.add(phrase);
      this.#buckets.set(pairAt(phrase, 0), bucket);
      this.#begins[phrase.charCodeAt(0)] = 1;
    }
  }

  /** How often each phrase stands in the text, without overlaps; those that don't are left out. */
  count(text: string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const ends = new Map<string, number>();
    for (let at = 0; at < text.length - 1; at++) {
      if (this.#begins[text.charCodeAt(at)] === 0) continue;
      const bucket = this.#buckets.get(pairAt(text, at));
      if (bucket === undefined) continue;
      for (const length of bucket.lengths) {
        const words = text.slice(at, at + length);
        if (!bucket.phrases.has(words) || at < (ends.get(words) ?? 0)) continue;
        counts.set(words, (counts.get(words) ?? 0) + 1);
        ends.set(words, at + length);
      }
    }
    return counts;
  }
}

const pairAt = (text: string, at: number) => (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
