import { between } from "../format/between.ts";
import { familyName, typeName } from "./document-words.ts";
import type { WordKey } from "./namespaces.ts";
import type { Locale, Words } from "./words.ts";

/** A filter of families and types as a name: what it lets through, in the user's language. */
export function filterName(
  filters: { readonly families: readonly string[] | null; readonly types: readonly string[] | null },
  t: Words<WordKey<"documents">>,
  locale: Locale,
): string {
  const comma = locale === "ja" ? "、" : ", ";
  const families = filters.families?.map((each) => familyName(each, t)).join(comma) ?? "";
  const types = filters.types?.map((each) => typeName(each, t)).join(comma) ?? "";
  const name = [families, types].filter((part) => part !== "").join(between(locale));
  return name === "" ? t("summaryAll") : name;
}
