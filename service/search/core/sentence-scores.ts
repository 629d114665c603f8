import { foldText } from "../../../lib/text/format/fold.ts";
import type { WeighedTokens } from "./evidence-candidates.ts";
import { sentences } from "./passages.ts";
import { WantedTokens } from "./wanted-tokens.ts";
import { saidIn } from "./weighed-meanings.ts";

/** How much a sentence, [start, end) of a folded text, shares with a question. */
export interface SentenceWeights {
  shared(folded: string, start?: number, end?: number): number;
}

export function sentenceWeights({ text, meanings }: WeighedTokens): SentenceWeights {
  return meanings === undefined
    ? new TokenWeights(new Map(text.map(({ token, weight }) => [token, weight])))
    : { shared: (folded, start, end) => saidIn(folded.slice(start, end), meanings.text) };
}

export class TokenWeights implements SentenceWeights {
  readonly #weights: ReadonlyMap<number, number>;
  readonly #wanted: WantedTokens;
  readonly #seen = new Set<number>();
  #sum = 0;
  readonly #add = (token: number): void => {
    const weight = this.#weights.get(token);
    if (weight === undefined || this.#seen.has(token)) return;
    this.#seen.add(token);
    this.#sum += weight;
  };

  constructor(weights: ReadonlyMap<number, number>) {
    this.#weights = weights;
    this.#wanted = new WantedTokens(weights.keys());
  }

  /** The weight that a sentence, [start, end) of a folded text, shares with the question, each token once. */
  shared(folded: string, start = 0, end = folded.length): number {
    this.#sum = 0;
    this.#wanted.visit(folded, start, end, end, this.#add);
    if (this.#seen.size > 0) this.#seen.clear();
    return this.#sum;
  }
}

/** The weight that the best sentence shares with the question, and that sentence. */
export function bestSentenceOf(folded: string, weights: SentenceWeights): { score: number; sentence: string } {
  let best = { score: 0, sentence: "" };
  for (const [start, end] of sentences(folded)) {
    const score = weights.shared(folded, start, end);
    if (score > best.score) best = { score, sentence: folded.slice(start, end) };
  }
  return best;
}

/** The sentence that shares most with the question: its [start, end) in the passage. */
export function bestSentence(text: string, weights: SentenceWeights): readonly [number, number] {
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
