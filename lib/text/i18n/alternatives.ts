import type { Locale } from "./words.ts";

/** "2, 4 or 8" in the user's language. British English, which puts no comma before "or". */
export function writeAlternatives(values: readonly string[], locale: Locale): string {
  if (locale === "ja") return values.join("・");
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(values);
}
