import type { ClaimedPeriod } from "./claims.ts";

/** Periods as memos and filings name them, in an even text. */
export interface NamedPeriod {
  readonly start: number;
  readonly end: number;
  readonly period: ClaimedPeriod;
}

/** Words for a period by its distance from another one, in years: 当期, 前期, last year. */
export interface RelativePeriod {
  readonly start: number;
  readonly end: number;
  readonly years: number;
}

const periodsMax = 2_000;
const eraYears: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, R: 2018, H: 1988 };
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?";
const part =
  "(?:の|における|度)?\\s?(第[1-4一二三四]四半期(?:連結)?(?:累計)?(?:期間)?|上期|上半期|中間(?:連結)?(?:会計)?期(?:間)?|下期|下半期)?";

interface Pattern {
  readonly words: RegExp;
  read(found: RegExpMatchArray): ClaimedPeriod | undefined;
}

const patterns: readonly Pattern[] = [
  {
    // 自 2023年4月1日 至 2024年3月31日, 2022年4月1日～2023年3月31日
    words:
      /自?\s?((?:令和|平成|昭和)?\s?(?:\d{1,4}|元))年\s?(\d{1,2})月\s?\d{1,2}日\s?(?:至|から|~|-|〜|～)\s?((?:令和|平成|昭和)?\s?(?:\d{1,4}|元))年\s?(\d{1,2})月\s?\d{1,2}日(?:まで)?/gu,
    read([, fromYear = "", fromMonth = "", year = "", month = ""]) {
      const [first, last] = [yearOf(fromYear), yearOf(year)];
      if (first === undefined || last === undefined) return undefined;
      const span = (last - first) * 12 + Number(month) - Number(fromMonth) + 1;
      return span < 1 || span > 36 ? undefined : ending(last, Number(month), span);
    },
  },
  {
    // 2024年3月期, 令和6年3月期第1四半期
    words: new RegExp(`((?:令和|平成|昭和)?\\s?(?:\\d{1,4}|元))年\\s?(\\d{1,2})月期${part}`, "gu"),
    read: ([, year = "", month = "", of]) => partOf(yearOf(year), Number(month), of),
  },
  {
    // 2024年3月末, 2024年3月31日, 2024年3月
    words: /((?:令和|平成|昭和)?\s?(?:\d{1,4}|元))年\s?(\d{1,2})月(?:末|\s?\d{1,2}日(?:現在|時点|に終了)?)?/gu,
    read: ([, year = "", month = ""]) => withYear(yearOf(year), (found) => ending(found, Number(month), null)),
  },
  {
    // 2023年度, 2023年度上期
    words: new RegExp(`((?:令和|平成)?\\s?(?:\\d{1,4}|元))(?:年度|会計年度)(?:末)?${part}`, "gu"),
    read: ([, year = "", of]) =>
      withYear(yearOf(year), (fiscalYear) => ({ end: null, fiscalYear, months: monthsOf(of) ?? 12 })),
  },
  {
    // FY3/2024, FY03/24, FY2024/3
    words: /\bFY\s?(?:(\d{1,2})\/(\d{4}|\d{2})|(\d{4})\/(\d{1,2}))(?!\d)/gu,
    read: ([, month, year, otherYear, otherMonth]) =>
      ending(fullYear(year ?? otherYear ?? ""), Number(month ?? otherMonth), 12),
  },
  {
    // Q1 FY2023, FY2023 Q1
    words:
      /\b(?:(Q[1-4]|[1-4]Q|H[12]|[12]H)\s(?:of\s)?)?(?:FY|fiscal(?: year)?)\s?(?:ended |ending )?'?(\d{4}|\d{2})(?![\d/])(?:\s?(Q[1-4]|[1-4]Q|H[12]|[12]H)\b)?/giu,
    read: ([, before, year = "", after]) => {
      const of = before ?? after;
      return { end: null, fiscalYear: fullYear(year), months: of === undefined ? 12 : (monthsOf(of) ?? -1) };
    },
  },
  {
    // the (fiscal) year ended March 31, 2024; FYE March 2024; as of March 31, 2024
    words: new RegExp(
      `(?:((?:fiscal )?year|FYE?|twelve months|six months|half(?: year)?|three months|nine months)(?: (?:ended|ending|to|through))?(?: (?:in|on))? )?${monthName} (?:\\d{1,2},? )?(\\d{4})(?!\\d)`,
      "giu",
    ),
    read: ([, span, month = "", year = ""]) =>
      ending(Number(year), months.indexOf(month.slice(0, 3).toLowerCase()) + 1, spanOf(span)),
  },
  {
    // 2024/3期, 24/3期, 2024.3, 2024-03
    words: /(?<![\d/.,-])(?:(\d{4}|\d{2})[/.](\d{1,2})期|(\d{4})[/-](\d{1,2})(?:[/-]\d{1,2})?(?![\d/]))/gu,
    read: ([, year, month, plainYear, plainMonth]) =>
      year === undefined
        ? ending(Number(plainYear), Number(plainMonth), null)
        : ending(fullYear(year), Number(month), 12),
  },
];

/** In the order in which they stand. */
export function periodsIn(text: string): NamedPeriod[] {
  const found: NamedPeriod[] = [];
  const taken = new Uint8Array(text.length + 1);
  for (const { words: pattern, read } of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= periodsMax) break;
      // The particle between a period and the next word is no part of it.
      const words = match[0].replace(/(?:の|における)?\s?$/u, "");
      const [start, end] = [match.index, match.index + words.length];
      const period = taken[start] === 1 || taken[end - 1] === 1 ? undefined : read(match);
      if (period === undefined || !isLikely(period)) continue;
      taken.fill(1, start, end);
      found.push({ start, end, period });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const relativeWords =
  /(?:前々(?:連結会計|事業)?(?:年度|期)|前々年)(?:末)?|(?:前連結会計年度|前事業年度|前会計年度|前年度|前期|前年|昨年度|昨年|(?:the )?(?:last|previous|prior|preceding) (?:fiscal )?year|(?:a|the) year (?:earlier|ago|before|prior))(?:末)?(?!同期|比|度比)|(?:当連結会計年度|当事業年度|当会計年度|当年度|当期(?!純)|今年度|今期|(?:this|the current|the) (?:fiscal )?year(?! (?:ended|ending|to|through|in|after|later)\b))(?:末)?/giu;

export function relativePeriodsIn(text: string): RelativePeriod[] {
  return [...text.matchAll(relativeWords)].slice(0, periodsMax).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    years: /^前々/u.test(match[0])
      ? -2
      : /^(?:前|昨|(?:the )?(?:last|previous|prior|preceding)|(?:a|the) year (?:earlier|ago|before|prior))/iu.test(
            match[0],
          )
        ? -1
        : 0,
  }));
}

export function yearsLater(period: ClaimedPeriod, years: number): ClaimedPeriod {
  return {
    ...period,
    end: period.end === null ? null : `${Number(period.end.slice(0, 4)) + years}${period.end.slice(4)}`,
    fiscalYear: period.fiscalYear === null ? null : period.fiscalYear + years,
  };
}

/** The month in which it ends, for an issuer whose years end in a month. */
export function endOf({ end, fiscalYear, months: span }: ClaimedPeriod, yearEndMonth: number | null): string | null {
  if (end !== null && span !== null && span < 12 && span > 0) return end;
  if (end !== null) return end;
  if (fiscalYear === null || yearEndMonth === null || span === -1) return null;
  const isWhole = span === null || span === 12;
  const monthsLeft = isWhole ? 0 : 12 - span;
  const last = new Date(Date.UTC(yearEndMonth === 12 ? fiscalYear : fiscalYear + 1, yearEndMonth - 1 - monthsLeft, 1));
  return `${last.getUTCFullYear()}-${String(last.getUTCMonth() + 1).padStart(2, "0")}`;
}

function isLikely({ end, fiscalYear }: ClaimedPeriod): boolean {
  const year = fiscalYear ?? Number(end?.slice(0, 4));
  const month = Number(end?.slice(5, 7) ?? 1);
  return year >= 1980 && year <= 2100 && month >= 1 && month <= 12;
}

function ending(year: number, month: number, span: number | null): ClaimedPeriod {
  return { end: `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`, fiscalYear: null, months: span };
}

/** A part of a year that ends in a month: its own last month is earlier. */
function partOf(year: number | undefined, month: number, of: string | undefined): ClaimedPeriod | undefined {
  if (year === undefined) return undefined;
  if (of === undefined) return ending(year, month, 12);
  const span = monthsOf(of);
  if (span === undefined) return { end: null, fiscalYear: year, months: -1 };
  const last = new Date(Date.UTC(year, month - 1 - (12 - span), 1));
  return ending(last.getUTCFullYear(), last.getUTCMonth() + 1, span);
}

/** Months from the beginning of the year; undefined for a part that begins later, which filings seldom print. */
function monthsOf(of: string | undefined): number | undefined {
  if (of === undefined) return undefined;
  if (/上|中間|H1|1H/iu.test(of)) return 6;
  if (/第[1一]|Q1|1Q/iu.test(of)) return 3;
  if (!of.includes("累計")) return undefined;
  return /第[2二]/u.test(of) ? 6 : /第[3三]/u.test(of) ? 9 : 12;
}

function spanOf(span: string | undefined): number | null {
  if (span === undefined) return null;
  if (/six|half/iu.test(span)) return 6;
  return /three/iu.test(span) ? 3 : /nine/iu.test(span) ? 9 : 12;
}

function yearOf(words: string): number | undefined {
  const [, era, written = ""] = /^(令和|平成|昭和)?\s?(\d{1,4}|元)$/u.exec(words) ?? [];
  const year = written === "元" ? 1 : Number(written);
  if (era !== undefined) return (eraYears[era] ?? 0) + year;
  return year >= 1000 ? year : undefined;
}

function fullYear(written: string): number {
  return written.length === 2 ? 2000 + Number(written) : Number(written);
}

function withYear<T>(year: number | undefined, then: (year: number) => T): T | undefined {
  return year === undefined ? undefined : then(year);
}
