import { jstDate, jstDayEndMs, jstDayStartMs } from "../../../../lib/contract/dates.ts";
import { isWeekday } from "../../../domain/market/market.ts";
import { isWhole } from "../../../domain/market/records.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** EDINET takes filings from 9:00 to 17:15 on weekdays. */
const opensMs = 9 * hourMs;
const closesMs = 17 * hourMs + 15 * minuteMs;
const slowerWhileOpen = 3;
/** EDINET rewrites past days in the first hours of a day. */
const nightMs = 3 * hourMs + 30 * minuteMs;
const nightsInARow = 7;
/** Documents expire after years, which only their day's list says. */
const seldomMs = 30 * dayMs;
/** With the usual pause of a second every five minutes. */
const pausesBetweenLists = 300;

/** The pause between two requests: longer while companies file and others read. */
export function pauseAt(nowMs: number, pauseMs: number): number {
  const day = jstDate(nowMs);
  const intoDayMs = nowMs - jstDayStartMs(day);
  const isOpen = isWeekday(day) && intoDayMs >= opensMs && intoDayMs < closesMs;
  return isOpen ? pauseMs * slowerWhileOpen : pauseMs;
}

/** The next time at which past days are read. */
export function nextNightMs(nowMs: number): number {
  const tonightMs = jstDayStartMs(jstDate(nowMs)) + nightMs;
  return tonightMs > nowMs ? tonightMs : tonightMs + dayMs;
}

/**
 * When a day's list is asked for again: today's every few minutes, and soon after midnight once more; a past one for a
 * week every night, then once a month.
 */
export function nextListAtMs(day: string, askedAtMs: number, pauseMs: number): number {
  if (!isWhole(day, askedAtMs)) return askedAtMs + Math.max(pauseMs, 1) * pausesBetweenLists;
  const nightAtMs = nextNightMs(askedAtMs);
  return nightAtMs < jstDayEndMs(day) + nightsInARow * dayMs ? nightAtMs : nextNightMs(askedAtMs + seldomMs);
}
