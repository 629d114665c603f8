import { monthAndYear, monthName } from "@/lib/text/format/clock";
import { shortDay } from "@/lib/text/format/short-time";

/** The days of a block, written as short as possible. */
export function daysOf(since: string, until: string, locale: "en" | "ja"): string {
  const [from, to] = [since, until].map((day) => Number(day.slice(8, 10)));
  if (since === until)
    return locale === "en" ? `${from} ${monthName(since, locale)}` : `${monthName(since, locale)}${from}日`;
  if (since.slice(0, 7) === until.slice(0, 7)) {
    return locale === "en"
      ? `${from}–${to} ${monthName(until, locale)}`
      : `${monthName(until, locale)}${from}日～${to}日`;
  }
  const [first, last] =
    since.slice(0, 4) === until.slice(0, 4)
      ? [shortDay(since, locale), shortDay(until, locale)]
      : [monthAndYear(since, locale), monthAndYear(until, locale)];
  return locale === "en" ? `${first} – ${last}` : `${first}～${last}`;
}
