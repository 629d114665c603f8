import { foldText } from "../../../lib/format/fold.ts";
import { outOfRange } from "../../../lib/format/out-of-range.ts";
import { sentences } from "./passages.ts";
import { charactersOf, isOfWord, isWordToken, pairToken, singleToken, wordToken } from "./tokens.ts";

/** What a character is in the question's tokens. */
const alone = 1;
const first = 2;
const second = 4;

/** What each token of a question weighs, made for looking at many characters of which few matter. */
export class TokenWeights {
  readonly #weights: ReadonlyMap<number, number>;
  readonly #parts = new Uint8Array(65_536);
  readonly #hasWords: boolean;
  readonly #seen = new Set<number>();

  constructor(weights: ReadonlyMap<number, number>) {
    this.#weights = weights;
    let hasWords = false;
    for (const token of weights.keys()) {
      if (isWordToken(token)) hasWords = true;
      else {
        const [from, to] = charactersOf(token);
        this.#mark(from, to === 0 ? alone : first);
        if (to !== 0) this.#mark(to, second);
      }
    }
    this.#hasWords = hasWords;
  }

  #mark(code: number, part: number): void {
    this.#parts[code] = (this.#parts[code] ?? outOfRange()) | part;
  }

  /** The weight that a sentence, [start, end) of a folded text, shares with the question, each token once. */
  shared(folded: string, start = 0, end = folded.length): number {
    const parts = this.#parts;
    let sum = 0;
    for (let i = start; i < end; i++) {
      const code = folded.charCodeAt(i);
      const part = parts[code] ?? outOfRange();
      if ((part & alone) !== 0) sum += this.#unseen(singleToken(code));
      if ((part & first) !== 0 && i + 1 < end) {
        const after = folded.charCodeAt(i + 1);
        if (((parts[after] ?? outOfRange()) & second) !== 0) sum += this.#unseen(pairToken(code, after));
      }
      if (!this.#hasWords || !isOfWord(code)) continue;
      const from = i;
      while (i + 1 < end && isOfWord(folded.charCodeAt(i + 1))) i++;
      sum += this.#unseen(wordToken(folded.slice(from, i + 1)));
    }
    if (this.#seen.size > 0) this.#seen.clear();
    return sum;
  }

  #unseen(token: number): number {
    const weight = this.#weights.get(token);
    if (weight === undefined || this.#seen.has(token)) return 0;
    this.#seen.add(token);
    return weight;
  }
}

/** The weight that the best sentence shares with the question, and that sentence. */
export function bestSentenceOf(folded: string, weights: TokenWeights): { score: number; sentence: string } {
  let best = { score: 0, sentence: "" };
  for (const [start, end] of sentences(folded)) {
    const score = weights.shared(folded, start, end);
    if (score > best.score) best = { score, sentence: folded.slice(start, end) };
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
