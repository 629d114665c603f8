import type { Claim, ClaimedItem, ClaimedPeriod, Scope } from "./claims.ts";
import type { Draft, DraftBlock } from "./draft.ts";
import type { FoundItem } from "./items.ts";
import { hasOtherSubject, hasOtherTopic, isPlainAround } from "./modifiers.ts";
import { type Around, type ClaimWords, issuersIn, type NamedIssuer } from "./named.ts";
import { type NamedPeriod, periodsIn, relativePeriodsIn, yearsLater } from "./periods.ts";
import { type Amount, amountsIn, evenText } from "./quantities.ts";
import { quotationsIn } from "./quotations.ts";
import { tableClaims } from "./table-claims.ts";

export const claimsMax = 1_000;
const forecastWords =
  /予想|見通し|見込|計画|目標|ガイダンス|forecast|guidance|expect|outlook|project(?:s|ed|ion)|target/iu;

/** All claims of a draft, in its order, without any model and within one pass over each block. */
export function findClaims(draft: Draft, words: ClaimWords): Claim[] {
  const claims: Claim[] = [];
  const around: Around = { issuer: null, period: null, scope: null, caption: "" };
  const only = words.issuers.length === 1 ? (words.issuers[0]?.code ?? null) : null;
  for (const block of draft.blocks) {
    const found = claimsOfBlock(block, words, around, only);
    for (const claim of found) claims.push({ ...claim, id: `c${claims.length + 1}` });
    if (claims.length >= claimsMax) return claims.slice(0, claimsMax);
  }
  return claims;
}

function claimsOfBlock(block: DraftBlock, words: ClaimWords, around: Around, only: string | null): Claim[] {
  if (block.kind === "table") return tableClaims(block, words, { ...around, issuer: around.issuer ?? only });
  const text = evenText(block.text);
  const quotations = quotationsIn(block, text);
  const claims: Claim[] = [];
  // A heading begins anew: what it names is of all that follows it.
  const ofBlock: Around = { ...around, period: block.kind === "heading" ? null : around.period };
  for (const sentence of sentencesIn(text)) {
    const read = readSentence(text, sentence, words, ofBlock, only);
    claims.push(...claimsOfSentence(block.id, block.text, read));
    if (read.periods.length > 0) ofBlock.period = read.main;
    ofBlock.issuer = read.issuers.at(-1)?.code ?? ofBlock.issuer;
    ofBlock.scope = block.kind === "heading" ? (read.scope ?? ofBlock.scope) : ofBlock.scope;
  }
  const before = { ...around };
  around.issuer = ofBlock.issuer;
  if (block.kind === "heading" || ofBlock.period !== null) around.period = ofBlock.period;
  if (block.kind === "heading") around.scope = ofBlock.scope;
  around.caption = block.kind === "heading" ? text.slice(-300) : `${around.caption} ${text.slice(0, 300)}`.slice(-600);
  const isQuoted = ({ start, end }: Claim) => quotations.some((each) => each.start <= start && end <= each.end);
  const [issuers, periods] = quotations.length === 0 ? [[], []] : [issuersIn(text, words.issuers), periodsIn(text)];
  const quoted = quotations.map(
    (each): Claim => ({
      ...each,
      issuer: sourceOf(text, each, issuers)?.code ?? before.issuer ?? only,
      period: sourceOf(text, each, periods)?.period ?? before.period,
    }),
  );
  return [...quoted, ...claims.filter((claim) => !isQuoted(claim))].sort((a, b) => a.start - b.start);
}

/** How far after a quotation its source may stand. */
const sourceWithin = 200;

/** Whom a quotation is of: named in brackets or after a dash right behind it, else the last one before, else the next one. */
function sourceOf<T extends Sentence>(text: string, { end }: Sentence, named: readonly T[]): T | undefined {
  const next = named.find((each) => each.start >= end && each.start < end + sourceWithin);
  const isSource = next !== undefined && /^[」』”"]?\s*(?:\(|—|――|--)[^()。]*$/u.test(text.slice(end, next.start));
  return isSource ? next : (named.findLast((each) => each.start < end) ?? next);
}

interface Sentence {
  readonly start: number;
  readonly end: number;
}

const abbreviation =
  /(?:\b(?:Co|Ltd|Inc|Corp|No|vs|approx|ca|Mr|Ms|Dr|U\.S|Vol|Fig|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)|\b[A-Z])$/u;

export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(/[。!?\n]+|[.;](?=\s)/gu)) {
    if (match[0] === "." && abbreviation.test(text.slice(Math.max(0, match.index - 8), match.index))) continue;
    sentences.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  sentences.push({ start, end: text.length });
  return sentences.flatMap(cutLong).filter(({ start: from, end }) => text.slice(from, end).trim() !== "");
}

/** A longer one is a list or nonsense, and is read in parts, so that no part takes long. */
const sentenceMax = 2_000;

function cutLong({ start, end }: Sentence): Sentence[] {
  const parts: Sentence[] = [];
  for (let at = start; at < end; at += sentenceMax) parts.push({ start: at, end: Math.min(end, at + sentenceMax) });
  return parts;
}

interface NamedHere extends NamedPeriod {
  /** Before the one that is spoken of: 前期, last year. */
  readonly isRelative: boolean;
  /** Of an amount from which something changed. */
  readonly isOrigin: boolean;
}

interface ReadSentence extends Sentence {
  readonly text: string;
  readonly amounts: readonly Amount[];
  readonly items: readonly (FoundItem & { readonly isPlain: boolean })[];
  readonly periods: readonly NamedHere[];
  readonly main: ClaimedPeriod | null;
  /** The one before the sentence. */
  readonly around: ClaimedPeriod | null;
  readonly issuers: readonly NamedIssuer[];
  readonly issuerBefore: string | null;
  readonly scope: Scope | null;
  readonly isForecast: boolean;
}

function readSentence(
  whole: string,
  { start, end }: Sentence,
  words: ClaimWords,
  around: Around,
  only: string | null,
): ReadSentence {
  const text = whole.slice(start, end);
  const named = periodsIn(text);
  const main = named[0]?.period ?? around.period;
  const relative = relativePeriodsIn(text).flatMap(({ years, ...place }) => {
    const anchor = named.find((each) => each.start !== place.start)?.period ?? around.period;
    return anchor === null || isComparison(text, place)
      ? []
      : [{ ...place, period: yearsLater(anchor, years), isRelative: years !== 0 }];
  });
  const issuers = issuersIn(text, words.issuers);
  const found = words.items
    .in(text)
    .filter((item) => !issuers.some((issuer) => issuer.start <= item.start && item.end <= issuer.end));
  const dated = [...named.map((each) => ({ ...each, isRelative: false })), ...relative].sort(
    (a, b) => a.start - b.start,
  );
  const amounts = amountsIn(text).filter(
    (amount) => ![...dated, ...found].some(({ start: from, end: to }) => from <= amount.start && amount.start < to),
  );
  const periods = dated.map((each) => ({ ...each, isOrigin: isOriginOf(text, each, amounts) }));
  const spans = [...periods, ...issuers, ...amounts].sort((a, b) => a.start - b.start);
  const isElsewhere = hasOtherTopic(text, spans);
  const items = found.map((item) => ({ ...item, isPlain: isPlainAround(text, item, spans) && !isElsewhere }));
  const scope = /非連結|単体|個別|提出会社|non-?consolidated|standalone|parent company/iu.test(text)
    ? "separate"
    : /連結|consolidated/iu.test(text)
      ? "consolidated"
      : around.scope;
  const bothScopes = scope === "separate" && /(?<!非)連結|(?<!non-)(?<!non)consolidated/iu.test(text);
  return {
    ...{ start, end, text, amounts, items, periods, main, issuers, around: around.period },
    issuerBefore: hasOtherSubject(text, [...spans, ...items]) ? null : (around.issuer ?? only),
    scope: bothScopes ? null : scope,
    isForecast: forecastWords.test(text),
  };
}

function claimsOfSentence(blockId: string, original: string, read: ReadSentence): Claim[] {
  const { text, amounts } = read;
  const claims: Claim[] = [];
  for (const [at, amount] of amounts.entries()) {
    const before = amounts[at - 1]?.end ?? 0;
    const role = roleOf(text, amount);
    const item = itemOf(read, amount, at);
    if (item === undefined && read.items.length === 0) continue;
    const period = periodOf(read, amount, before, role.isOrigin);
    const isChange = role.isDelta || role.isGrowth;
    const isRatio = amount.unit === "percent" || amount.unit === "times" || amount.unit === "points";
    claims.push({
      id: "",
      blockId,
      start: read.start + amount.start,
      end: read.start + amount.end,
      kind: isChange ? "change" : isRatio ? "ratio" : "figure",
      text: original.slice(read.start + amount.start, read.start + amount.end),
      issuer: issuerOf(read, amount),
      item: item ?? null,
      period,
      scope: scopeNear(read, amount),
      forecast: read.isForecast && isForecastNear(text, amount),
      quantity: {
        exact:
          (role.isDown || (role.isLoss && item?.isLoss !== true)) && amount.exact.digits > 0n
            ? { ...amount.exact, digits: -amount.exact.digits }
            : amount.exact,
        unit: amount.unit,
        about: role.isAbout,
        isDelta: role.isDelta,
      },
      from: isChange && period !== null ? yearsLater(period, -1) : null,
    });
  }
  return claims;
}

/** The words right before and after an amount tell what it does. */
function roleOf(text: string, { start, end, unit }: Amount) {
  const before = text.slice(Math.max(0, start - 40), start);
  const after = text.slice(end, end + 24);
  const isShare = unit === "percent" || unit === "times" || unit === "points";
  const grewAfter =
    /^\s?(?:の|ほど|程度|も)?(?:増加|増収|増益|増|上昇|拡大|伸長|伸び|改善|up\b|higher|increase|growth|rise|gain|year[- ]on[- ]year|yoy|y\/y)/iu.test(
      after,
    );
  const fellAfter =
    /^\s?(?:の|ほど|程度|も)?(?:減少|減収|減益|減|低下|下落|縮小|悪化|down\b|lower|decrease|decline|fall|drop)/iu.test(
      after,
    );
  const comparedBefore =
    /(?:前期|前年|前年度|前年同期|前連結会計年度|前事業年度|対前期|対前年)(?:度)?(?:比|に比べ|と比べ|と比較し|に対し|より)(?:て|で|、)?\s?(?:約)?[(]?\s?$|(?:増加率|増減率|伸び率|成長率|減少率)(?:は|が)?\s?$/u.test(
      before,
    );
  const grewBefore =
    /(?:\b(?:up|rose|rising|grew|grown|growing|increased?|increasing|climbed|gained|jumped|higher|growth of|increase of)(?: by)?(?: (?:about|approximately|around|some))?\s?)$/iu.test(
      before,
    );
  const fellBefore =
    /(?:\b(?:down|fell|falling|declin(?:ed|e|ing)|decreas(?:ed|e|ing)|dropp(?:ed|ing)|shrank|lower|decline of|decrease of|drop of)(?: by| of)?(?: (?:about|approximately|around|some))?\s?)$/iu.test(
      before,
    );
  const grew = grewAfter || grewBefore;
  const fell = fellAfter || fellBefore;
  const isTo = /^\s?(?:に|まで|へ)(?:と)?/u.test(after) || /\bto\s?$/iu.test(before);
  const isOrigin = /^\s?から/u.test(after) || /\bfrom\s?$/iu.test(before);
  return {
    isDown: fell && !isTo,
    isOrigin,
    isLoss:
      !isShare &&
      (/^\s?の(?:純|経常|営業|最終|当期)?(?:損失|赤字)/u.test(after) || /\b(?:loss|deficit) of\s?$/iu.test(before)),
    isGrowth: isShare && (unit === "percent" && isTo ? false : grew || fell || comparedBefore),
    isDelta: !isShare && !isTo && (grew || fell),
    isAbout:
      /(?:約|およそ|ほぼ|about|around|approximately|roughly|nearly|some|over|more than|almost)\s?$/iu.test(before) ||
      /^\s?(?:程度|ほど|超|強|弱|余り|以上|前後)/u.test(after),
  };
}

/** The item that an amount is of: the one named last before it, or right after it. */
function itemOf({ text, items, amounts }: ReadSentence, amount: Amount, at: number): ClaimedItem | undefined {
  const next = items.find((item) => item.start >= amount.end);
  if (
    next !== undefined &&
    /^\s?(?:の|となる|に達する|in|of|in the|as)\s?(?:its |the )?(?:連結|単体|個別|(?:non-)?consolidated |annual )?(?:の)?$/iu.test(
      text.slice(amount.end, next.start),
    )
  )
    return plainOnly(next);
  const before = items.filter((item) => item.end <= amount.start);
  const last = before.at(-1);
  if (last === undefined) return undefined;
  // "A and B were 1 and 2, respectively": in the order in which they stand.
  if (/それぞれ|respectively/iu.test(text)) {
    const ofSame = amounts.filter((each) => each.unit === amount.unit);
    return before.length === ofSame.length && items.length === before.length
      ? plainOnly(before[ofSame.indexOf(amount)])
      : undefined;
  }
  const isListed =
    before.at(-2) !== undefined &&
    /^\s?(?:と|及び|および|、|and|,)\s?$/iu.test(text.slice(before.at(-2)?.end, last.start));
  const isFirst = at === 0 || (amounts[at - 1]?.end ?? 0) <= last.start;
  return isListed && isFirst ? undefined : plainOnly(last);
}

function plainOnly(item: ReadSentence["items"][number] | undefined): ClaimedItem | undefined {
  return item === undefined || !item.isPlain
    ? undefined
    : { text: item.text, labels: item.labels, isLoss: item.isLoss };
}

/**
 * The period named since the amount before it, else the first one of the sentence, else the one before the sentence. A
 * period that other words stand between may be of something else: then nobody knows.
 */
function periodOf(read: ReadSentence, amount: Amount, before: number, isOrigin: boolean): ClaimedPeriod | null {
  const { text, periods, items } = read;
  const item = items.findLast(({ end }) => end <= amount.start);
  const after = periods.find((each) => each.start >= amount.end);
  if (after !== undefined && isBehind(text, amount, after)) return after.period;
  if (isTimeUnclear(text, amount, before)) return null;
  const ofBefore = (each: NamedPeriod) => before > 0 && isBehind(text, { start: 0, end: before }, each);
  const compared = /(?:\bversus|\bvs\.?|\bcompared (?:with|to)|\bagainst|\bthan)\s?$/iu.test(
    text.slice(0, amount.start).slice(-20),
  );
  const own = periods
    .filter((each) => each.start >= before && each.end <= amount.start && (isOrigin || !each.isOrigin))
    .filter((each) => !((isOrigin || compared) && ofBefore(each)))
    .at(-1);
  if (own !== undefined) {
    const target = item !== undefined && item.start >= own.end ? item.start : amount.start;
    const between = read.issuers.reduceRight(
      (rest, issuer) =>
        issuer.start >= own.end && issuer.end <= target
          ? rest.slice(0, issuer.start - own.end) + rest.slice(issuer.end - own.end)
          : rest,
      text.slice(own.end, target),
    );
    return isLinked(between, own) ? own.period : null;
  }
  if (compared || hasRange(text, periods)) return null;
  // A period behind an amount is not that of others of its kind.
  const others = read.amounts.filter((each) => each !== amount && each.unit === amount.unit);
  const main = periods.find((each) => !others.some((other) => isBehind(text, other, each)))?.period ?? read.around;
  const past = periods.filter((each) => each.end <= amount.start);
  const named = past.filter((each) => !each.isOrigin);
  if (isOrigin) {
    const from = named.at(-1)?.period ?? main;
    return from === null ? null : yearsLater(from, -1);
  }
  const [origin] = past;
  // To what something changed is of the period that is spoken of, if that is another one.
  if (named.length === 0 && origin !== undefined) return isSame(read.around, origin.period) ? null : read.around;
  return named.find(({ isRelative }) => !isRelative)?.period ?? (named.length > 0 ? null : main);
}

/** 2期前, 直近3年, "the following year": a time that is not told by any period here. */
function isTimeUnclear(text: string, { start, end }: Amount, before: number): boolean {
  const words =
    /[\d一二三四五数]+\s?(?:期|年|か年|カ年|ヵ年)(?:前|後|間|で)|直近|過去|翌(?!日|月|朝)|来期|次期|\b(?:following|next|subsequent) year|\b\w+ years? (?:earlier|ago|before|prior)\b|\b(?:last|past) (?:\w+ )?years\b/iu;
  const clause = text.slice(Math.max(before, start - 40), start);
  const behind = /^[^、。,;(（]{0,30}/u.exec(text.slice(end))?.[0] ?? "";
  return (
    words.test(clause) ||
    /^\s?(?:in |for )?(?:the |a |\w+ )?(?:(?:following|next|subsequent) year|years? (?:earlier|ago|before|prior|after|later))\b/iu.test(
      behind,
    )
  );
}

/** 2022年3月期から2024年3月期: which amount is of which is not told. */
function hasRange(text: string, periods: readonly NamedPeriod[]): boolean {
  return periods.some((each, at) => {
    const next = periods[at + 1];
    return next !== undefined && /^\s?(?:から|まで|[~〜～–-]|to|through)\s?$/u.test(text.slice(each.end, next.start));
  });
}

function isSame(a: ClaimedPeriod | null, b: ClaimedPeriod): boolean {
  return a !== null && a.end === b.end && a.fiscalYear === b.fiscalYear;
}

/** "51,317 million yen in FY2023", "… a year earlier". */
function isBehind(text: string, amount: Sentence, period: NamedPeriod & { readonly isRelative?: boolean }): boolean {
  const between = text.slice(amount.end, period.start);
  // "(前期160,167百万円)": what goes on within the brackets is of the next amount.
  if (/^\s?[(（]$/u.test(between)) return /^\s?(?:末|時点|現在)?\s?[)）]/u.test(text.slice(period.end, period.end + 6));
  return (
    /^\s?(?:in|for|as of|at|of)\s?(?:the )?(?:end of )?$/iu.test(between) ||
    (period.isRelative === true && /^\s$/u.test(between))
  );
}

/** 前期に比べ, "compared with a year earlier": a period that nothing is said of. */
function isComparison(text: string, { start, end }: Pick<NamedPeriod, "start" | "end">): boolean {
  return (
    /^\s?(?:度)?(?:比|に比べ|と比べ|と比較|に対し|より|を上回|を下回|並み|との比較)/u.test(text.slice(end, end + 10)) ||
    /(?:compared (?:with|to)|versus|vs\.?|than|over|against)(?: in| the| that of)*\s?$/iu.test(
      text.slice(Math.max(0, start - 24), start),
    )
  );
}

/** The amount after it, or the one that it stands behind, is one from which something changed. */
function isOriginOf(text: string, period: NamedPeriod, amounts: readonly Amount[]): boolean {
  const next = amounts.find((amount) => amount.start >= period.end);
  const last = amounts.findLast((amount) => amount.end <= period.start);
  return (
    (next !== undefined && /^\s?から/u.test(text.slice(next.end, next.end + 4))) ||
    (last !== undefined &&
      isBehind(text, last, period) &&
      /\bfrom\s?$/iu.test(text.slice(Math.max(0, last.start - 6), last.start)))
  );
}

function isLinked(between: string, { isRelative }: NamedHere): boolean {
  const rest = between.replace(/^\s?(?:末|時点|現在)/u, "");
  if (/^(?:の|における|'s|’s)/u.test(rest)) return isPlainLink(rest.replace(/^(?:の|における|'s|’s)/u, ""));
  return isRelative ? isPlainLink(rest) : true;
}

const isPlainLink = (words: string) =>
  /^[\s、,:(]*(?:の|は|に|が|連結|単体|個別|非連結|提出会社|当社|同社|グループ|ベース|実績|通期|年間|期末|the|its|in|for|was|of|consolidated|non-consolidated|[\s、,:()])*$/iu.test(
    words,
  );

function issuerOf({ issuers, issuerBefore }: ReadSentence, amount: Amount): string | null {
  return issuers.filter((each) => each.end <= amount.start).at(-1)?.code ?? issuers[0]?.code ?? issuerBefore;
}

/** The nearest scope before the amount, if a sentence names both. */
function scopeNear({ text, scope }: ReadSentence, amount: Amount): Scope | null {
  const before = text.slice(0, amount.start);
  const last = [...before.matchAll(/非連結|単体|個別|提出会社|連結|non-?consolidated|consolidated|standalone/giu)].at(
    -1,
  )?.[0];
  if (last === undefined) return scope;
  return /^(?:連結|consolidated)$/iu.test(last) ? "consolidated" : "separate";
}

function isForecastNear(text: string, { start, end }: Amount): boolean {
  return forecastWords.test(text.slice(Math.max(0, start - 60), end + 30));
}
