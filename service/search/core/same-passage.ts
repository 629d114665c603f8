import { sentences } from "./passages.ts";

/** A passage as a set of sentences, so that near copies are recognised without comparing characters. */
export class PassageShape {
  /** Shorter passages are never treated as the same: 該当事項はありません occurs under many headings. */
  static readonly lengthMin = 60;
  /** How much of the longer one both must share. */
  static readonly likenessMin = 0.85;
  static readonly strictMin = 0.98;

  /** By their lengths. `strictly`: only where nearly nothing differs. */
  static mayBeSame(length: number, other: number, strictly: boolean): boolean {
    const likeness = strictly ? PassageShape.strictMin : PassageShape.likenessMin;
    const shorter = Math.min(length, other);
    return shorter >= PassageShape.lengthMin && shorter >= Math.max(length, other) * likeness;
  }

  readonly #sentences = new Map<string, number>();
  readonly #length: number;

  constructor(folded: string) {
    let length = 0;
    for (const [start, end] of sentences(folded)) {
      const sentence = folded.slice(start, end).replace(/\s+/gu, "");
      if (sentence === "") continue;
      this.#sentences.set(sentence, sentence.length);
      length += sentence.length;
    }
    this.#length = length;
  }

  /** Roughly what it takes of memory. */
  get size(): number {
    return 200 + this.#length * 2 + this.#sentences.size * 50;
  }

  isSameAs(other: PassageShape): boolean {
    const longer = Math.max(this.#length, other.#length);
    if (Math.min(this.#length, other.#length) < longer * PassageShape.likenessMin || longer === 0) return false;
    let shared = 0;
    for (const [sentence, length] of this.#sentences) if (other.#sentences.has(sentence)) shared += length;
    return shared >= longer * PassageShape.likenessMin;
  }
}
