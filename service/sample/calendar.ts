import { jstDayStartMs } from "../../lib/format/dates.ts";
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

/** The day itself, or the Friday before a weekend. */
export function businessDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 6 ? addDays(day, -1) : weekday === 0 ? addDays(day, -2) : day;
}

export function at(day: string, hours: number, minutes: number): number {
  return jstDayStartMs(day) + (hours * 60 + minutes) * minuteMs;
}

/** When companies file: EDINET from nine to five, timely disclosures mostly after the close of trading. */
export function filingTime(day: string, random: Random): number {
  return at(day, random.int(9, 16), random.int(0, 59));
}

export function timelyTime(day: string, random: Random): number {
  const [hours, minutes] = random.pick([
    [15, 30],
    [15, 30],
    [15, 45],
    [16, 0],
    [13, 0],
    [11, 30],
    [12, 0],
    [8, 30],
  ] as const);
  return at(day, hours, minutes);
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
