import type { Locale } from "./words.ts";

/** Names one after the other: 甲、乙 or "A, B". */
export function writeList(names: readonly string[], locale: Locale): string {
  return names.join(locale === "ja" ? "、" : ", ");
}
