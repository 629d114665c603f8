import type { ClaimedPeriod } from "./claims.ts";
import { type NamedPeriod, yearsLater } from "./periods.ts";
import type { Amount } from "./quantities.ts";

/**
 * Of which period each amount of a sentence is. A sentence may speak of several years at once, with a year before its
 * amount, behind it, or from one year to the next. Where it does not say, nobody knows: a right figure is never compared
 * with another year.
 */
export interface PlacedPeriod extends NamedPeriod {
  /** Before the one that is spoken of: 前期, last year. */
  readonly isRelative: boolean;
  /** Of an amount from which something changed. */
  readonly isOrigin: boolean;
  /** The amount that it stands behind: "51,317 million yen in FY2023", "… a year earlier". */
  readonly amount: Amount | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface DatedSentence {
  readonly text: string;
  readonly amounts: readonly Amount[];
  readonly periods: readonly PlacedPeriod[];
  readonly items: readonly Span[];
  readonly issuers: readonly Span[];
  /** The one before the sentence. */
  readonly around: ClaimedPeriod | null;
  /** 2022年3月期から2024年3月期: which amount is of which is not said. */
  readonly isRange: boolean;
}

export function placedPeriods(
  text: string,
  dated: readonly (NamedPeriod & { readonly isRelative: boolean })[],
  amounts: readonly Amount[],
): PlacedPeriod[] {
  return dated.map((each) => {
    const next = amounts.find(({ start }) => start >= each.end);
    const last = amounts.findLast(({ end }) => end <= each.start);
    const amount = last !== undefined && isBehind(text, last, each) ? last : undefined;
    const isOrigin =
      (next !== undefined && /^\s?から/u.test(text.slice(next.end, next.end + 4))) ||
      (amount !== undefined && /\bfrom\s?$/iu.test(text.slice(Math.max(0, amount.start - 6), amount.start)));
    return { ...each, isOrigin, amount };
  });
}

function isBehind(text: string, amount: Span, period: Span & { readonly isRelative: boolean }): boolean {
  const between = text.slice(amount.end, period.start);
  // "(前期160,167百万円)": what goes on within the brackets is of the next amount.
  if (/^\s?[(（]$/u.test(between)) return /^\s?(?:末|時点|現在)?\s?[)）]/u.test(text.slice(period.end, period.end + 6));
  return (
    /^\s?(?:in|for|as of|at|of)\s?(?:the )?(?:end of )?$/iu.test(between) ||
    (period.isRelative && /^\s$/u.test(between))
  );
}

export function isRange(text: string, periods: readonly Span[]): boolean {
  return periods.some((each, at) => {
    const next = periods[at + 1];
    return next !== undefined && /^\s?(?:から|まで|[~〜～–-]|to|through)\s?$/u.test(text.slice(each.end, next.start));
  });
}

/**
 * The period behind the amount or named since the one before it, else the first one of the sentence, else the one before
 * the sentence. `before`: the end of the amount before it. `isOrigin`: something changed from this amount.
 */
export function periodOf(
  read: DatedSentence,
  amount: Amount,
  { before, isOrigin }: { readonly before: number; readonly isOrigin: boolean },
): ClaimedPeriod | null {
  const { text, periods, around } = read;
  const behind = periods.find((each) => each.amount === amount);
  if (behind !== undefined) return behind.period;
  if (isTimeUnclear(text, amount, before)) return null;
  const isCompared = /(?:\bversus|\bvs\.?|\bcompared (?:with|to)|\bagainst|\bthan)\s?$/iu.test(
    text.slice(Math.max(0, amount.start - 20), amount.start),
  );
  const past = periods.filter((each) => each.end <= amount.start);
  const own = past.findLast(
    (each) =>
      each.start >= before && (isOrigin || !each.isOrigin) && !((isOrigin || isCompared) && each.amount !== undefined),
  );
  if (own !== undefined) return isLinked(wordsBetween(read, own, amount), own) ? own.period : null;
  if (isCompared || read.isRange) return null;
  // A period behind an amount is not that of others of its kind.
  const main = periods.find((each) => each.amount?.unit !== amount.unit)?.period ?? around;
  const named = past.filter((each) => !each.isOrigin);
  if (isOrigin) {
    const from = named.at(-1)?.period ?? main;
    return from === null ? null : yearsLater(from, -1);
  }
  const [origin] = past;
  // To what something changed is of the period that is spoken of, if that is another one.
  if (named.length === 0 && origin !== undefined) return isSame(around, origin.period) ? null : around;
  return named.find(({ isRelative }) => !isRelative)?.period ?? (named.length > 0 ? null : main);
}

/** Those between a period and the item of an amount, or the amount, without names of issuers. */
function wordsBetween({ text, items, issuers }: DatedSentence, period: Span, amount: Span): string {
  const item = items.findLast(({ end }) => end <= amount.start);
  const target = item !== undefined && item.start >= period.end ? item.start : amount.start;
  return issuers.reduceRight(
    (rest, issuer) =>
      issuer.start >= period.end && issuer.end <= target
        ? rest.slice(0, issuer.start - period.end) + rest.slice(issuer.end - period.end)
        : rest,
    text.slice(period.end, target),
  );
}

const unclearBefore =
  /[\d一二三四五数]+\s?(?:期|年|か年|カ年|ヵ年)(?:前|後|間|で)|直近|過去|翌(?!日|月|朝)|来期|次期|\b(?:following|next|subsequent) year|\b\w+ years? (?:earlier|ago|before|prior)\b|\b(?:last|past) (?:\w+ )?years\b/iu;
const unclearBehind =
  /^\s?(?:in |for )?(?:the |a |\w+ )?(?:(?:following|next|subsequent) year|years? (?:earlier|ago|before|prior|after|later))\b/iu;

/** 2期前, 直近3年, "the following year": a time that no period here says. */
function isTimeUnclear(text: string, { start, end }: Span, before: number): boolean {
  return (
    unclearBefore.test(text.slice(Math.max(before, start - 40), start)) || unclearBehind.test(text.slice(end, end + 40))
  );
}

function isSame(a: ClaimedPeriod | null, b: ClaimedPeriod): boolean {
  return a !== null && a.end === b.end && a.fiscalYear === b.fiscalYear;
}

/** Other words that stand between may be of something else. */
function isLinked(between: string, { isRelative }: PlacedPeriod): boolean {
  const rest = between.replace(/^\s?(?:末|時点|現在)/u, "");
  if (/^(?:の|における|'s|’s)/u.test(rest)) return isPlainLink(rest.replace(/^(?:の|における|'s|’s)/u, ""));
  return isRelative ? isPlainLink(rest) : true;
}

const isPlainLink = (words: string) =>
  /^(?:の|は|に|が|連結|単体|個別|非連結|提出会社|当社|同社|グループ|ベース|実績|通期|年間|期末|the|its|in|for|was|of|consolidated|non-consolidated|[\s、,:()])*$/iu.test(
    words,
  );
