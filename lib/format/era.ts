/**
 * Japanese eras of calendar days, for readers who think in 令和. A new era is announced months ahead and added
 * here; days before 明治6年 (1873) followed another calendar and have no answer.
 */

interface Era {
  readonly from: string;
  readonly ja: string;
  readonly en: string;
}

const eras: readonly Era[] = [
  { from: "2019-05-01", ja: "令和", en: "Reiwa" },
  { from: "1989-01-08", ja: "平成", en: "Heisei" },
  { from: "1926-12-25", ja: "昭和", en: "Shōwa" },
  { from: "1912-07-30", ja: "大正", en: "Taishō" },
  { from: "1873-01-01", ja: "明治", en: "Meiji" },
];

export interface EraYear {
  readonly ja: string;
  readonly en: string;
  readonly year: number;
}

/** The era and its year on a day written YYYY-MM-DD, or undefined before 1873. */
export function eraYear(date: string): EraYear | undefined {
  const era = eras.find((each) => date >= each.from);
  if (era === undefined) return undefined;
  const first = Number(era.from.slice(0, 4));
  // 明治 is counted from 1868, five years before this table can speak of its days.
  const year = Number(date.slice(0, 4)) - (era.ja === "明治" ? 1868 : first) + 1;
  return { ja: era.ja, en: era.en, year };
}

/** 令和8年11月21日, or Reiwa 8 (2026-11-21): what a title attribute says of a date. */
export function eraDate(date: string, language: "en" | "ja"): string {
  const era = eraYear(date);
  if (era === undefined) return date;
  if (language === "en") return `${era.en} ${era.year} (${date})`;
  return `${era.ja}${era.year === 1 ? "元" : era.year}年${monthDayJa(date)}`;
}

/** 2026年6月26日, as Japanese citations write it. */
export function longDateJa(date: string): string {
  return `${Number(date.slice(0, 4))}年${monthDayJa(date)}`;
}

function monthDayJa(date: string): string {
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`;
}
