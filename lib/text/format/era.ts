/** A new era is added here; days before 明治6年 (1873) followed another calendar and are not supported. */
import { isCalendarDate } from "../../contract/dates.ts";

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
  // 明治 is counted from 1868, five years before the first day this table supports.
  const year = Number(date.slice(0, 4)) - (era.ja === "明治" ? 1868 : first) + 1;
  return { ja: era.ja, en: era.en, year };
}

/** 令和8年11月21日, or Reiwa 8 (2026-11-21): the title attribute of a date. */
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

/** A day as people type it: 2026-11-21, 2026/11/21, 20261121, 2026年11月21日, 令和8年11月21日, R8.11.21. */
export function readDay(text: string): string | undefined {
  const plain = text.normalize("NFKC").trim().toUpperCase();
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  const found =
    compact ?? /^([A-Z]|[^\d\s]{2})?\s*(\d{1,4}|元)\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})\s*日?$/u.exec(plain);
  if (found === null) return undefined;
  const [era, year, month, day] = compact === null ? found.slice(1) : [undefined, ...found.slice(1)];
  const first = era === undefined ? 1 : firstYearOf(era);
  if (first === undefined || (era === undefined && (year ?? "").length !== 4)) return undefined;
  const full = (year === "元" ? 1 : Number(year)) + first - 1;
  const date = [full, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
  return isCalendarDate(date) ? date : undefined;
}

function firstYearOf(name: string): number | undefined {
  const era = eras.find((each) => each.ja === name || each.en.charAt(0) === name);
  if (era === undefined) return undefined;
  return era.ja === "明治" ? 1868 : Number(era.from.slice(0, 4));
}

/** 2025FY as FY2025 or 2025年度; halves and quarters likewise. Unknown forms are returned unchanged. */
export function fiscalPeriod(period: string, language: "en" | "ja"): string {
  const found = /^(\d{4})(FY|H[12]|Q[1-4])$/.exec(period);
  const [, year = "", part = ""] = found ?? [];
  if (found === null) return period;
  if (language === "en") return part === "FY" ? `FY${year}` : period;
  if (part === "FY") return `${year}年度`;
  return part.startsWith("H") ? `${year}年度${part === "H1" ? "上期" : "下期"}` : `${year}年度第${part.slice(1)}四半期`;
}
