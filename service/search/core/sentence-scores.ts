import { foldText } from "../../../lib/format/fold.ts";
import { sentences } from "./passages.ts";
import { visitEvidence } from "./tokens.ts";

/** What each token of a question weighs, made for looking at many characters of which few matter. */
export class TokenWeights {
  readonly #weights: ReadonlyMap<number, number>;
  /** By first character, whether any pair of the question begins with it. */
  readonly #begins = new Uint8Array(65_536);
  readonly #seen = new Set<number>();

  constructor(weights: ReadonlyMap<number, number>) {
    this.#weights = weights;
    for (const token of weights.keys()) if (token < 2 ** 32) this.#begins[Math.floor(token / 65_536)] = 1;
  }

  /** The weight that a folded sentence shares with the question, each token once. */
  shared(folded: string): number {
    const seen = this.#seen;
    let sum = 0;
    visitEvidence(folded, (token) => {
      if (token < 2 ** 32 && this.#begins[Math.floor(token / 65_536)] === 0) return;
      const weight = this.#weights.get(token);
      if (weight === undefined || seen.has(token)) return;
      seen.add(token);
      sum += weight;
    });
    if (seen.size > 0) seen.clear();
    return sum;
  }
}

/** The weight that the best sentence shares with the question, and that sentence. */
export function bestSentenceOf(folded: string, weights: TokenWeights): { score: number; sentence: string } {
  let best = { score: 0, sentence: "" };
  for (const [start, end] of sentences(folded)) {
    const sentence = folded.slice(start, end);
    const score = weights.shared(sentence);
    if (score > best.score) best = { score, sentence };
  }
  return best;
}

/** The sentence that shares most with the question: its [start, end) in the passage. */
export function bestSentence(text: string, weights: TokenWeights): readonly [number, number] {
  let range: readonly [number, number] = [0, text.length];
  let best = -1;
  for (const [start, end] of sentences(text)) {
    const score = weights.shared(foldText(text.slice(start, end)));
    if (score > best) {
      best = score;
      range = [start, end];
    }
  }
  return range;
}
