import { jstDate } from "@/lib/contract/dates";
import type { MarketFreshness } from "@/lib/contract/resources";
import { monthName } from "@/lib/text/format/clock";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Locale, Words } from "@/lib/text/i18n/words";

export type MarketWords = Words<WordKey<"market">>;

interface Said {
  readonly upTo: string;
  /** Warnings for the reader: that it is old, which days are missing. */
  readonly gaps: readonly string[];
}

const rangesShown = 2;
const dayMs = 86_400_000;

export function freshnessWords(
  { up_to, stale, missing }: MarketFreshness,
  { nowMs, locale, t }: { readonly nowMs: number; readonly locale: Locale; readonly t: MarketWords },
): Said {
  if (up_to === null) return { upTo: t("nothingYet"), gaps: [] };
  const [day = "", time = ""] = up_to.split("T");
  const at = time.slice(0, 5);
  const upTo =
    day === jstDate(nowMs) ? t("upToToday", { time: at }) : t("upToDay", { time: at, day: dayOf(day, locale) });
  const gaps = stale ? [t("stale")] : [];
  if (missing.length === 0) return { upTo, gaps };
  const ranges = missing
    .slice(-rangesShown)
    .reverse()
    .map(({ from, to }) => (from === to ? dayOf(from, locale) : t("range", rangeOf(from, to, locale))))
    .join(locale === "ja" ? "、" : ", ");
  const n = missing.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / dayMs + 1, 0);
  const days = missing.length > rangesShown ? t("missingDays", { days: ranges }) : ranges;
  return { upTo, gaps: [...gaps, t("missing", { n, days })] };
}

/** 18 June, 6月18日. */
function dayOf(day: string, locale: Locale): string {
  const number = Number(day.slice(8));
  return locale === "ja" ? `${monthName(day, "ja")}${number}日` : `${number} ${monthName(day, "en")}`;
}

/** The month once where both have it: 13–14 June, 6月13日～14日. */
function rangeOf(from: string, to: string, locale: Locale): { from: string; to: string } {
  const ends = { from: dayOf(from, locale), to: dayOf(to, locale) };
  if (from.slice(0, 7) !== to.slice(0, 7)) return ends;
  return locale === "ja"
    ? { ...ends, to: `${Number(to.slice(8))}日` }
    : { ...ends, from: String(Number(from.slice(8))) };
}
