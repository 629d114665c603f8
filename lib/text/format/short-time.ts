import { type Moment, monthName } from "./clock.ts";

/** Today by the clock, else by the day: `15:30`, 19 Nov or 11月19日, and `2025-06-25` of another year. */
export function shortTime(at: Moment | undefined, today: string, language: "en" | "ja"): string {
  if (at === undefined) return "";
  if (at.date === today) return at.time ?? "";
  return at.date.slice(0, 4) === today.slice(0, 4) ? shortDay(at.date, language) : at.date;
}

/** 19 Nov, 11月19日: a day of a year that is known. */
export function shortDay(date: string, language: "en" | "ja"): string {
  const day = Number(date.slice(8, 10));
  const month = monthName(date, language);
  return language === "ja" ? `${month}${day}日` : `${day} ${month.slice(0, 3)}`;
}
