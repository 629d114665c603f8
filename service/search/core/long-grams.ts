import { outOfRange } from "../../../lib/text/format/out-of-range.ts";

/**
 * Runs of four characters that a question shares with the passages that were read, each weighed by how few of those
 * have it. Pairs find the passages of a subject; longer runs distinguish passages within a subject.
 */
const gramLength = 4;
const gramsMax = 80;

export class LongGrams {
  readonly #grams: readonly string[];

  constructor(folded: string) {
    const grams = new Set<string>();
    for (let at = 0; at + gramLength <= folded.length && grams.size < gramsMax; at++) {
      const gram = folded.slice(at, at + gramLength);
      if (!/[\s、。?!]|^[ぁ-ゖ]+$/u.test(gram)) grams.add(gram);
    }
    this.#grams = [...grams];
  }

  scores(texts: readonly string[]): Float64Array {
    const scores = new Float64Array(texts.length);
    for (const gram of this.#grams) {
      const holders: number[] = [];
      for (const [i, text] of texts.entries()) if (text.includes(gram)) holders.push(i);
      if (holders.length === 0) continue;
      const weight = Math.log(1 + (texts.length - holders.length + 0.5) / (holders.length + 0.5));
      for (const i of holders) scores[i] = (scores[i] ?? outOfRange()) + weight;
    }
    return scores;
  }
}
