import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Locale, Words } from "@/lib/text/i18n/words";
import { monthWords } from "@/components/ui/month-words.ts";

export type FigureWords = Words<WordKey<"figures">>;

interface Period {
  readonly end: string;
  readonly months: number | null;
}

/** "FY to Mar 2024", "6 months to Sep 2024", or a day. */
export function periodWords({ end, months }: Period, t: FigureWords, locale: Locale): string {
  if (months === null) return dayWords(end, locale);
  const date = monthWords(end, locale);
  return months === 12 ? t("yearTo", { date }) : t("monthsTo", { n: months, date });
}

export function dayWords(day: string, locale: Locale): string {
  const style = {
    year: "numeric",
    month: locale === "ja" ? "long" : "short",
    day: "numeric",
    timeZone: "UTC",
  } as const;
  return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, style).format(new Date(day));
}
