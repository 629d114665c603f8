import { jstDayStartMs } from "../../lib/contract/dates.ts";
import { isHoliday } from "./holidays.ts";
import type { Random } from "./random.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** A fiscal year by the calendar year in which it begins. */
export interface FiscalYear {
  readonly year: number;
  readonly start: string;
  readonly end: string;
  /** Ends of the first three quarters. */
  readonly quarterEnds: readonly [string, string, string];
}

export function fiscalYear(year: number, closingMonth: number): FiscalYear {
  const first = closingMonth % 12;
  const startYear = year;
  const monthEnd = (months: number) => isoDay(Date.UTC(startYear, first + months, 0));
  return {
    year,
    start: isoDay(Date.UTC(startYear, first, 1)),
    end: monthEnd(12),
    quarterEnds: [monthEnd(3), monthEnd(6), monthEnd(9)],
  };
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs);
}

/** The day itself, or the last business day before it. */
export function businessDay(day: string): string {
  let open = day;
  while (!isBusinessDay(open)) open = addDays(open, -1);
  return open;
}

/** The day itself, or the first business day after it. */
export function nextBusinessDay(day: string): string {
  let open = day;
  while (!isBusinessDay(open)) open = addDays(open, 1);
  return open;
}

export function isBusinessDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

export function at(day: string, hours: number, minutes: number): number {
  return jstDayStartMs(day) + (hours * 60 + minutes) * minuteMs;
}

/** When companies file: EDINET takes filings from nine to a quarter past five, most of them in the afternoon. */
export function filingTime(day: string, random: Random): number {
  const minutes = random.chance(0.7) ? random.int(14 * 60, 16 * 60 + 50) : random.int(9 * 60, 17 * 60 + 14);
  return at(day, 0, minutes);
}

/** Timely disclosures come before, between and after the hours of trading, most of them at its close. */
export function timelyTime(day: string, random: Random): number {
  // Trading in Tokyo has ended half an hour later since then.
  const close = day < "2024-11-05" ? 15 * 60 : 15 * 60 + 30;
  const minutes = random.pick([
    close,
    close,
    close,
    close + 10,
    close + 15,
    close + 30,
    16 * 60 + 30,
    13 * 60,
    11 * 60 + 30,
    12 * 60,
    8 * 60 + 30,
  ]);
  return at(day, 0, minutes);
}

/** 2025 → 令和7年. The sample market begins in Reiwa. */
export function era(year: number): string {
  return year === 2019 ? "令和元年" : `令和${year - 2018}年`;
}

export function longDate(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(year)}年${Number(month)}月${Number(date)}日`;
}

export function yearMonth(day: string): string {
  const [year = "", month = ""] = day.split("-");
  return `${Number(year)}年${Number(month)}月`;
}
