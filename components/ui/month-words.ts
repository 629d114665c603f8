import type { Locale } from "@/lib/text/i18n/words";

/** "Mar 2024", 2024年3月. */
export function monthWords(day: string, locale: Locale): string {
  const style = { year: "numeric", month: locale === "ja" ? "long" : "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, style).format(new Date(day));
}
