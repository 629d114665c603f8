import { tablesIn } from "../../text/passages/read-tables.ts";
import type { ClaimedPeriod, Scope } from "./claims.ts";
import { currentPeriod, type Fact, type FilingText } from "./facts.ts";
import { bareLabel } from "./items.ts";
import { endOf, periodsIn } from "./periods.ts";
import { evenText } from "./quantities.ts";
import { tableFigures } from "./tables.ts";
import { unitIn } from "./units.ts";

/** The figures of the tables of a filing's text. What a table leaves open is not guessed: such figures are left out. */
const factsMax = 60_000;
const aboveMax = 200;

const mainHeadings =
  /経営指標|(?:損益|財政状態|キャッシュ・?フロー|包括利益)計算書】?$|貸借対照表】?$|^[^ぁ-ん]*(?:経営成績|財政状態)$|キャッシュ・?フローの状況$|業績予想|配当の状況$|連結業績|個別業績/u;
const explainingHeadings =
  /(?:損益|財政状態|キャッシュ・?フロー|包括利益)計算書|貸借対照表|1株当たり情報|従業員の状況/u;
const forecastWords = /予想|見通し|見込|計画|目標|予測|forecast|guidance/iu;

interface Heading {
  readonly at: number;
  readonly path: readonly string[];
}

export function factsOfText(filing: FilingText, number: number): Fact[] {
  const headings = headingsOf(filing);
  const current = currentPeriod(filing);
  const yearEndMonth = filing.periodEnd === null ? null : Number(filing.periodEnd.slice(5, 7));
  const documentScope = scopeOfDocument(filing);
  const facts: Fact[] = [];
  let next = 0;
  for (const { start, rows } of tablesIn(filing.text)) {
    while ((headings[next + 1]?.at ?? Number.POSITIVE_INFINITY) <= start) next++;
    const path = headings[next]?.path ?? [];
    const headingAt = headings[next]?.at ?? 0;
    const above = evenText(filing.text.slice(Math.max(headingAt, start - aboveMax), start));
    const figures = tableFigures(
      rows.map(({ cells }) => cells),
      { unit: unitIn(above), period: dayAbove(above), current, bracketsAreNegative: false },
    );
    const scope = scopeOf(path) ?? documentScope;
    const rank = rankOf(path);
    const isForecast = forecastWords.test(path.slice(-2).join(" "));
    const ofTable: Fact[] = [];
    for (const figure of figures) {
      const end = figure.period === null ? null : endOf(figure.period, yearEndMonth);
      const label = bareLabel(figure.label);
      if (end === null || label.length < 2 || facts.length + ofTable.length >= factsMax || !/\p{L}/u.test(label))
        continue;
      const row = rows[figure.row];
      ofTable.push({
        ...{ issuer: filing.issuer, documentId: filing.documentId, filedAt: filing.filedAt },
        labels: [label],
        end,
        months: figure.period?.months ?? null,
        scope: scopeOf([figure.label]) ?? scope,
        forecast: isForecast || forecastWords.test(`${figure.label} ${figure.heads}`),
        ...{ exact: figure.exact, unit: figure.unit, rank },
        // An opening balance is that of the period before.
        isPart: /期首/u.test(label) || figure.besides.replace(/合計|計|当期|前期/gu, "").trim() !== "",
        shown: row?.cells[figure.column] ?? "",
        words: row?.shown ?? "",
        at: { text: number, offset: row?.start ?? start, section: null },
      });
    }
    facts.push(...withoutDoubles(ofTable));
  }
  return facts;
}

/** Rows of one name with different figures, such as "other", are parts: nobody knows which one is meant. */
function withoutDoubles(facts: readonly Fact[]): Fact[] {
  const seen = new Map<string, { value: string; isDouble: boolean }>();
  const keyOf = ({ labels, end, months, isPart, unit }: Fact) => `${labels.join()} ${end} ${months} ${isPart} ${unit}`;
  for (const fact of facts) {
    const value = `${fact.exact.digits}e${fact.exact.power}${fact.unit}`;
    const known = seen.get(keyOf(fact));
    if (known === undefined) seen.set(keyOf(fact), { value, isDouble: false });
    else if (known.value !== value) known.isDouble = true;
  }
  return facts.map((fact) => (seen.get(keyOf(fact))?.isDouble === true ? { ...fact, isPart: true } : fact));
}

/** A table without periods is of the day that is told above it. */
function dayAbove(above: string): ClaimedPeriod | null {
  const found = periodsIn(above);
  const isOne = new Set(found.map(({ period }) => period.end)).size === 1;
  return isOne && /現在|時点/u.test(above) ? (found[0]?.period ?? null) : null;
}

function headingsOf({ text, around }: FilingText): Heading[] {
  const stack: { level: number; title: string }[] = [];
  const headings: Heading[] = [{ at: 0, path: around }];
  for (const match of text.matchAll(/^(#{1,6})[ \t]+(\S.*)$/gmu)) {
    const level = match[1]?.length ?? 1;
    while ((stack.at(-1)?.level ?? 0) >= level) stack.pop();
    stack.push({ level, title: evenText((match[2] ?? "").slice(0, 200)) });
    headings.push({ at: match.index, path: [...around, ...stack.map(({ title }) => title)] });
  }
  return headings;
}

function rankOf(path: readonly string[]): Fact["rank"] {
  const [last = "", before = ""] = path.toReversed().map((title) => title.replace(/\s/gu, ""));
  if (mainHeadings.test(last)) return 3;
  return explainingHeadings.test(last) || /従業員の状況/u.test(before) ? 2 : 1;
}

/** By the innermost heading that tells it. */
function scopeOf(path: readonly string[]): Scope | null {
  for (const title of path.toReversed()) {
    if (/非連結|提出会社|個別|単体/u.test(title)) return "separate";
    if (/連結/u.test(title)) return "consolidated";
    if (/財務諸表等|【財務諸表】|【?(?:貸借対照表|損益計算書|株主資本等変動計算書)】?$|製造原価明細/u.test(title))
      return "separate";
  }
  return null;
}

function scopeOfDocument({ text, title }: FilingText): Scope | null {
  const begin = evenText(`${title} ${text.slice(0, 1_500)}`);
  if (/\(非連結\)/u.test(begin)) return "separate";
  return /\(連結\)/u.test(begin) ? "consolidated" : null;
}
