/** Independent of the user's time zone; without an offset the date is shown as written. */
import { jstDateTime } from "../../contract/dates.ts";

export interface Moment {
  readonly date: string;
  /** HH:MM in Japan, null where only a day was given. */
  readonly time: string | null;
}

export function moment(dateTime: string | null): Moment | undefined {
  if (dateTime === null) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(dateTime)) return { date: dateTime, time: null };
  const ms = Date.parse(dateTime);
  if (Number.isNaN(ms)) return undefined;
  const text = jstDateTime(ms);
  // The beginning of a day stands for the day: nobody discloses at midnight, and a time that nobody stated is none.
  const time = text.slice(11, 19) === "00:00:00" ? null : text.slice(11, 16);
  return { date: text.slice(0, 10), time };
}

/** 0 Sunday to 6 Saturday, of a calendar day. */
function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

const weekdays = {
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  ja: ["日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日"],
} as const;

const months = {
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  ja: ["1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"],
} as const;

export function weekdayName(date: string, language: "en" | "ja"): string {
  return weekdays[language][weekday(date)] ?? "";
}

/** The name of the month of a day or month written YYYY-MM…. */
export function monthName(date: string, language: "en" | "ja"): string {
  return months[language][Number(date.slice(5, 7)) - 1] ?? "";
}

/** June 2025, 2025年6月. */
export function monthAndYear(month: string, language: "en" | "ja"): string {
  const year = month.slice(0, 4);
  return language === "ja" ? `${year}年${monthName(month, "ja")}` : `${monthName(month, "en")} ${year}`;
}

/** The last day of a month written YYYY-MM. */
export function monthEnd(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The month a number of months later or earlier, both written YYYY-MM. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

export function shiftDay(date: string, by: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}

/** Friday 20 November 2026, 2026年11月20日（金曜日）: the heading of a day. */
export function longDate(date: string, language: "en" | "ja"): string {
  const [year, , day] = date.split("-").map(Number);
  const name = weekdayName(date, language);
  if (language === "ja") return `${year}年${monthName(date, language)}${day}日（${name}）`;
  return `${name} ${day} ${monthName(date, language)} ${year}`;
}
