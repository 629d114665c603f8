import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { charactersOf, isOfWord, isWordToken, pairToken, singleToken, wordToken } from "./tokens.ts";

/** A character's role in the wanted tokens. */
const alone = 1;
const first = 2;
const second = 4;

/** The tokens of a question, made for looking at many characters of which few matter. */
export class WantedTokens {
  readonly #parts = new Uint8Array(65_536);
  readonly #hasWords: boolean;

  constructor(tokens: Iterable<number>) {
    let hasWords = false;
    for (const token of tokens) {
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

  /**
   * Every wanted token in [start, end) of a folded text, among others that only look like one. A pair may end before
   * `pairsEnd`, so that the last character can be held together with what follows it.
   */
  visit(folded: string, start: number, end: number, pairsEnd: number, visit: (token: number) => void): void {
    const parts = this.#parts;
    for (let i = start; i < end; i++) {
      const code = folded.charCodeAt(i);
      const part = parts[code] ?? outOfRange();
      if ((part & alone) !== 0) visit(singleToken(code));
      if ((part & first) !== 0 && i + 1 < pairsEnd) {
        const after = folded.charCodeAt(i + 1);
        if (((parts[after] ?? outOfRange()) & second) !== 0) visit(pairToken(code, after));
      }
      if (!this.#hasWords || !isOfWord(code)) continue;
      const from = i;
      while (i + 1 < end && isOfWord(folded.charCodeAt(i + 1))) i++;
      visit(wordToken(folded.slice(from, i + 1)));
    }
  }
}
