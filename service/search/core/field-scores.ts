import type { EvidenceSettings } from "./evidence-settings.ts";
import type { Question } from "./question.ts";
import type { ReadLine, ReadPath } from "./read-texts.ts";
import { fieldTokens } from "./tokens.ts";
import { saidInField, type WeighedMeaning } from "./weighed-meanings.ts";

/** How well a short text matches the question: what they share, less what the text has beyond that. */
export interface FieldMatch {
  readonly score: number;
  /** The share of the field's tokens that the question contains: 1 where it contains all. */
  readonly precision: number;
}

const nothing: FieldMatch = { score: 0, precision: 0 };

export class FieldScorer {
  readonly #weights: ReadonlyMap<number, number>;
  readonly #meanings: readonly WeighedMeaning[] | undefined;
  readonly #settings: EvidenceSettings;
  readonly #labels: readonly { tokens: ReadonlySet<number>; weight: number; isTitle: boolean }[];

  constructor(
    question: Question,
    weights: ReadonlyMap<number, number>,
    meanings: readonly WeighedMeaning[] | undefined,
    settings: EvidenceSettings,
  ) {
    this.#weights = weights;
    this.#meanings = meanings;
    this.#settings = settings;
    this.#labels = question.expansions.map(({ folded, weight, isTitle }) => {
      return { tokens: new Set(fieldTokens(folded)), weight, isTitle };
    });
  }

  title({ titleTokens, isLegal }: ReadPath): FieldMatch {
    if (titleTokens.length === 0) return nothing;
    const { score, precision } = this.#short(titleTokens, "title");
    const isNamed = precision === 1 && isLegal;
    return { score: score * this.#settings.titleShare * (isNamed ? this.#settings.legalShare : 1), precision };
  }

  line({ line, label, ownLabel, words }: ReadLine): FieldMatch {
    const { headShare, nameShare, rowShare } = this.#settings;
    if (line.kind === "head") return scaled(this.#shared(label), headShare);
    if (line.kind === "names") return scaled(this.#asked(words), nameShare);
    const whole = this.#short(label, "row");
    const part = ownLabel.length === 0 ? nothing : scaled(this.#short(ownLabel, "row"), 0.95);
    const named = part.score > whole.score ? part : whole;
    const tagged = words.length === 0 ? nothing : this.#asked(words);
    return scaled(named.score >= tagged.score ? named : tagged, rowShare);
  }

  #short(tokens: readonly number[], kind: "title" | "row"): FieldMatch {
    let best = this.#asked(tokens);
    for (const { tokens: label, weight, isTitle } of this.#labels) {
      let shared = 0;
      for (const token of tokens) if (label.has(token)) shared++;
      if (shared === 0) continue;
      const likeness = shared / (tokens.length + label.size - shared);
      const fit = isTitle === (kind === "title") ? 1 : 0.7;
      const score = this.#settings.labelWhole * likeness ** 1.5 * weight * fit;
      if (score > best.score) best = { score, precision: likeness === 1 ? 1 : Math.min(0.99, likeness) };
    }
    return best;
  }

  /** The score from the question's own words. */
  #asked(tokens: readonly number[]): FieldMatch {
    const { score, precision } = this.#shared(tokens);
    return { score: score * precision ** 1.5, precision };
  }

  #shared(tokens: readonly number[]): FieldMatch {
    if (this.#meanings !== undefined) return saidInField(tokens, this.#meanings);
    let shared = 0;
    let gain = 0;
    for (const token of tokens) {
      const weight = this.#weights.get(token);
      if (weight === undefined) continue;
      shared++;
      gain += weight;
    }
    return tokens.length === 0 ? nothing : { score: gain, precision: shared / tokens.length };
  }
}

function scaled({ score, precision }: FieldMatch, share: number): FieldMatch {
  return { score: score * share, precision };
}
