import type { Claim, ClaimedItem, ClaimedPeriod, Scope } from "./claims.ts";
import type { Draft, DraftBlock } from "./draft.ts";
import type { FoundItem } from "./items.ts";
import { hasOtherSubject, hasOtherTopic, isPlainAround } from "./modifiers.ts";
import { type Around, type ClaimWords, issuersIn, type NamedIssuer } from "./named.ts";
import { type NamedPeriod, periodsIn, relativePeriodsIn, yearsLater } from "./periods.ts";
import { type DatedSentence, isRange, periodOf, placedPeriods } from "./periods-of-amounts.ts";
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

interface ReadSentence extends Sentence, DatedSentence {
  readonly items: readonly (FoundItem & { readonly isPlain: boolean })[];
  readonly main: ClaimedPeriod | null;
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
  const periods = placedPeriods(text, dated, amounts);
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
    ...{
      start,
      end,
      text,
      amounts,
      items,
      periods,
      main,
      issuers,
      around: around.period,
      isRange: isRange(text, periods),
    },
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
    const period = periodOf(read, amount, { before, isOrigin: role.isOrigin });
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

/** 前期に比べ, "compared with a year earlier": a period that nothing is said of. */
function isComparison(text: string, { start, end }: Pick<NamedPeriod, "start" | "end">): boolean {
  return (
    /^\s?(?:度)?(?:比|に比べ|と比べ|と比較|に対し|より|を上回|を下回|並み|との比較)/u.test(text.slice(end, end + 10)) ||
    /(?:compared (?:with|to)|versus|vs\.?|than|over|against)(?: in| the| that of)*\s?$/iu.test(
      text.slice(Math.max(0, start - 24), start),
    )
  );
}

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
