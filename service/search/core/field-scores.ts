import { foldText } from "../../../lib/format/fold.ts";
import type { EvidenceSettings } from "./evidence-settings.ts";
import { type FieldLine, unpackLine } from "./field-lines.ts";
import { isLegalTitle, labelCore, titleCore } from "./labels.ts";
import type { Question } from "./question.ts";
import { fieldTokens } from "./tokens.ts";

/** How well a short text is what was asked for: what it shares, less what it says beyond that. */
export interface FieldMatch {
  readonly score: number;
  /** The part of the field's tokens that the question has: 1 where it was named whole. */
  readonly precision: number;
}

const nothing: FieldMatch = { score: 0, precision: 0 };

export class FieldScorer {
  readonly #weights: ReadonlyMap<number, number>;
  readonly #settings: EvidenceSettings;
  readonly #labels: readonly { tokens: ReadonlySet<number>; weight: number; isTitle: boolean }[];

  constructor(question: Question, weights: ReadonlyMap<number, number>, settings: EvidenceSettings) {
    this.#weights = weights;
    this.#settings = settings;
    this.#labels = question.expansions.map(({ folded, weight, isTitle }) => {
      return { tokens: new Set(fieldTokens(folded)), weight, isTitle };
    });
  }

  title(title: string): FieldMatch {
    const core = titleCore(title);
    if (core === "") return nothing;
    const { score, precision } = this.#short(fieldTokens(core), "title");
    const isNamed = precision === 1 && isLegalTitle(title);
    return { score: score * this.#settings.titleShare * (isNamed ? this.#settings.legalShare : 1), precision };
  }

  line(packed: string): { readonly line: FieldLine; readonly match: FieldMatch } | undefined {
    const line = unpackLine(packed);
    if (line === undefined) return undefined;
    return { line, match: this.#line(line) };
  }

  #line(line: FieldLine): FieldMatch {
    const { headShare, nameShare, rowShare } = this.#settings;
    if (line.kind === "head") return scaled(this.#shared(fieldTokens(foldText(line.text))), headShare);
    if (line.kind === "names") return scaled(this.#asked(fieldTokens(line.words)), nameShare);
    const whole = this.#short(fieldTokens(labelCore(line.label)), "row");
    const own = line.label.split(" ").slice(1).join(" ");
    // The name of a group before a label may be the layout's alone.
    const part = own === "" ? nothing : scaled(this.#short(fieldTokens(labelCore(own)), "row"), 0.95);
    const label = part.score > whole.score ? part : whole;
    const words = line.words === "" ? nothing : this.#asked(fieldTokens(line.words));
    return scaled(label.score >= words.score ? label : words, rowShare);
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

  /** What the question's own words give. */
  #asked(tokens: readonly number[]): FieldMatch {
    const { score, precision } = this.#shared(tokens);
    return { score: score * precision ** 1.5, precision };
  }

  #shared(tokens: readonly number[]): FieldMatch {
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
