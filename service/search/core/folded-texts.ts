import { foldText } from "../../../lib/format/fold.ts";
import type { Corpus } from "./corpus.ts";

/** Passages that a query reads, each folded once. */
export class FoldedTexts {
  readonly #corpus: Corpus;
  readonly #known = new Map<number, string>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  get(passage: number): string {
    const known = this.#known.get(passage);
    if (known !== undefined) return known;
    const text = foldText(this.#corpus.text(passage));
    this.#known.set(passage, text);
    return text;
  }
}
