import { yen } from "../../figures.ts";
import type { Random } from "../../random.ts";

/**
 * A small grammar of sentences. A template's `{name}` is replaced by one of the alternatives that a vocabulary has for
 * the name, which may have slots of their own, by a word of the issuer, or by a number:
 * `{n:3-28}` a whole number, `{d:8-69}` tenths, `{k:40-2600}` grouped, `{part:2-14}` thousandths of the segment's sales.
 */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/** What the words of a sentence are about. */
export interface Subject {
  /** Of the issuer and its year. */
  word(name: string): string | undefined;
  /** An amount of money from which `{part:…}` is taken, in millions of yen. */
  readonly amount: number;
}

const slot = /\{([^{}]+)\}/g;
const deepest = 6;

export class Writer {
  readonly #random: Random;
  readonly #vocabulary: Vocabulary;
  /** Alternatives are dealt like cards: none comes again before all others have come. */
  readonly #decks = new Map<readonly string[], string[]>();

  constructor(random: Random, vocabulary: Vocabulary) {
    this.#random = random;
    this.#vocabulary = vocabulary;
  }

  /** One of the templates, filled. */
  write(templates: readonly string[], subject: Subject): string {
    return this.fill(this.#deal(templates), subject);
  }

  fill(template: string, subject: Subject, depth = 0): string {
    return template.replace(slot, (_, name: string) => {
      const number = this.#number(name, subject);
      if (number !== undefined) return number;
      const word = subject.word(name);
      if (word !== undefined) return word;
      const alternatives = this.#vocabulary[name];
      if (alternatives === undefined || depth > deepest) throw new Error(`the grammar has no {${name}}`);
      return this.fill(this.#deal(alternatives), subject, depth + 1);
    });
  }

  #number(name: string, { amount }: Subject): string | undefined {
    const match = /^(n|d|k|part):(\d+)-(\d+)$/.exec(name);
    if (match === null) return undefined;
    const value = this.#random.int(Number(match[2]), Number(match[3]));
    if (match[1] === "n") return String(value);
    if (match[1] === "d") return (value / 10).toFixed(1);
    return yen(match[1] === "k" ? value : Math.max(3, Math.round((amount * value) / 1000)));
  }

  #deal(alternatives: readonly string[]): string {
    let deck = this.#decks.get(alternatives);
    if (deck === undefined || deck.length === 0) {
      deck = shuffled(alternatives, this.#random);
      this.#decks.set(alternatives, deck);
    }
    return deck.pop() ?? "";
  }
}

function shuffled(items: readonly string[], random: Random): string[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.int(0, at);
    [result[at], result[other]] = [result[other] ?? "", result[at] ?? ""];
  }
  return result;
}
