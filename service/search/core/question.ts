import { foldText } from "../../../lib/text/format/fold.ts";
import { daysIn } from "./days.ts";
import { type Meaning, meaningsOf } from "./asked-meanings.ts";
import { isEnglish } from "./english.ts";
import { englishStanceOf } from "./english-stance.ts";
import { eventLabels } from "./event-words.ts";
import { everydayLabels } from "./everyday-japanese.ts";
import type { Expansion, Glossary } from "./glossary.ts";
import { type Stance, stanceOf } from "../../../lib/text/passages/stance.ts";
import { askedFieldTokens, evidenceTokens, fieldTokens } from "./tokens.ts";

export type Scope = "consolidated" | "individual";

export interface AskedYear {
  readonly year: number;
  readonly month: number | undefined;
}

/** Parsed before any index is read. */
export interface Question {
  readonly folded: string;
  readonly isEnglish: boolean;
  readonly expansions: readonly Expansion[];
  /** Of a question in English. */
  readonly meanings: readonly Meaning[];
  /** The question asks for a figure, so rows of tables count more and headings less. */
  readonly isFigure: boolean;
  readonly scope: Scope | undefined;
  readonly years: readonly AskedYear[];
  /** Days that it says, as `2025-03-14`. */
  readonly days: readonly string[];
  readonly stance: Stance | undefined;
  /** Tokens of the text, each with how much of its weight counts. */
  readonly textTokens: ReadonlyMap<number, number>;
  /** Tokens of titles, names and rows. */
  readonly fieldTokens: ReadonlyMap<number, number>;
}

/** Everyday words are searched in the text unchanged; their replacements are mostly headings. */
const everydayShare = 0.2;
const labelTokensAim = 10;

/** `folded` is the question without the names of issuers, which are treated separately. */
export function readQuestion(folded: string, glossary: Glossary | undefined): Question {
  const english = isEnglish(folded);
  const isFigure = asksForFigure(folded);
  const expansions = english
    ? [...(glossary?.expand(folded) ?? []), ...eventExpansions(folded)]
    : isFigure
      ? []
      : everydayExpansions(folded);
  const text = new Map<number, number>();
  const fields = new Map<number, number>();
  const meanings = english ? meaningsOf(folded, glossary, expansions) : [];
  for (const { sayings } of meanings) {
    for (const saying of sayings) {
      for (const token of saying.text) raise(text, token, saying.share);
      for (const token of saying.fields) raise(fields, token, saying.share);
    }
  }
  if (!english) {
    for (const token of evidenceTokens(folded)) text.set(token, 1);
    for (const token of askedFieldTokens(folded)) fields.set(token, 1);
    for (const { folded: label, weight } of expansions) {
      // A long label has many tokens: all together they count little more than those of a short one.
      const tokens = evidenceTokens(label);
      const even = Math.min(1, (labelTokensAim / tokens.length) ** 0.7);
      for (const token of tokens) raise(text, token, weight * everydayShare * even);
      for (const token of fieldTokens(label)) raise(fields, token, weight * even);
    }
  }
  return {
    folded,
    isEnglish: english,
    expansions,
    meanings,
    isFigure,
    scope: scopeOf(folded),
    years: yearsIn(folded),
    days: daysIn(folded),
    stance: english ? englishStanceOf(folded) : stanceOf(folded),
    textTokens: text,
    fieldTokens: fields,
  };
}

const asExpansion = ({ label, weight }: { readonly label: string; readonly weight: number }): Expansion => ({
  label,
  folded: foldText(label),
  weight,
  name: "",
  isTitle: true,
});

function everydayExpansions(folded: string): Expansion[] {
  return everydayLabels(folded).map(asExpansion);
}

function eventExpansions(folded: string): Expansion[] {
  return eventLabels(folded).map(asExpansion);
}

function raise(weights: Map<number, number>, token: number, weight: number): void {
  if ((weights.get(token) ?? 0) < weight) weights.set(token, weight);
}

function asksForFigure(folded: string): boolean {
  return /いくら|何(?:円|百万|千円|億|人|名|株|%|倍|社|年|歳)|どれ(?:くらい|だけ|ほど)|金額|(?:額|数|率|高|益|費|残高)は[?]?$|how (?:much|many)/u.test(
    folded,
  );
}

export function scopeOf(folded: string): Scope | undefined {
  if (
    /非連結|個別財務|単体|個別の|提出会社の|non-?\s?consolidated|unconsolidated|stand-?\s?alone|parent[- ]only/u.test(
      folded,
    )
  )
    return "individual";
  if (/個別/u.test(folded) && !/連結/u.test(folded)) return "individual";
  return /連結|consolidated/u.test(folded) && !/連結子会社|連結会社|連結の範囲|consolidated subsidiar/u.test(folded)
    ? "consolidated"
    : undefined;
}

export function scopeOfPath(folded: string): Scope | undefined {
  if (/連結財務諸表|連結経営指標|要約.{0,4}連結|連結会社/u.test(folded)) return "consolidated";
  if (/財務諸表等|財務諸表】|提出会社の経営指標|個別/u.test(folded)) return "individual";
  return undefined;
}

/** 2024年3月期, 2024年度, FY2024, `March 2024`. Folding has turned eras into years. */
export function yearsIn(folded: string): AskedYear[] {
  const years: AskedYear[] = [];
  for (const [, year, month] of folded.matchAll(/((?:19|20)[0-9]{2})\s*年(?:\s*([0-9]{1,2})\s*月)?/gu)) {
    years.push({ year: Number(year), month: month === undefined ? undefined : Number(month) });
  }
  if (years.length > 0) return years;
  for (const [, year] of folded.matchAll(/(?<![0-9])((?:19|20)[0-9]{2})(?![0-9])/gu)) {
    years.push({ year: Number(year), month: undefined });
  }
  return years;
}
