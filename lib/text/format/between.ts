import type { Locale } from "../i18n/words.ts";

/** Between two facts of a line: a dot as each language sets it. No line begins with it. */
export function between(locale: Locale): string {
  return locale === "ja" ? "・" : "\u00a0· ";
}
