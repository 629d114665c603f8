import { contentStatuses, documentFamilies, documentTypes } from "../../contract/vocabulary.ts";
import { between } from "../format/between.ts";
import { fiscalPeriod } from "../format/era.ts";
import type { ListedDocument } from "../format/free-lists.ts";
import type { WordKey } from "./namespaces.ts";
import type { Locale, Words } from "./words.ts";

type DocumentsWords = Words<WordKey<"documents">>;

/** Names of families, types and statuses. Values that the interface doesn't define are shown unchanged. */

export function familyName(family: string | null, t: DocumentsWords): string {
  if (family === "news") return t("family_news");
  const known = documentFamilies.find((each) => each === family);
  return known === undefined ? (family ?? "") : t(`family_${known}`);
}

export function familyShort(family: string | null, t: DocumentsWords): string {
  const known = documentFamilies.find((each) => each === family);
  return known === undefined ? (family ?? "") : t(`short_${known}`);
}

/** The types of the interface, in the order in which filters show them. */
export const knownTypes: readonly string[] = documentTypes;

export function typeName(type: string | null, t: DocumentsWords): string {
  const found = documentTypes.find((each) => each === type);
  return found === undefined ? (type ?? "").replaceAll("_", " ") : t(`type_${found}`);
}

export function statusName(status: string, t: DocumentsWords): string {
  const found = contentStatuses.find((each) => each === status);
  return found === undefined ? t("status_unknown", { status }) : t(`status_${found}`);
}

interface Owned {
  readonly whole: boolean;
  readonly sections: readonly string[];
  readonly pages: readonly number[];
  readonly originals: readonly string[];
}

/** The second line of a row: the type in the user's language, the period, and what is owned of it. */
export function rowNotes(
  document: ListedDocument,
  options: {
    readonly stacked: boolean;
    readonly owned: Owned | undefined;
    readonly t: DocumentsWords;
    readonly locale: Locale;
  },
): string {
  const { stacked, owned, t, locale } = options;
  const type = typeName(document.document_type, t);
  const parts = [
    stacked ? t("amendedAbove") : null,
    document.missing_parts.length === 0 ? null : t("incomplete"),
    document.amends_document_id !== null && locale === "en" && type !== "" ? null : type,
    document.fiscal_period === null ? null : fiscalPeriod(document.fiscal_period, locale),
    owned === undefined || owned.whole || owned.sections.length === 0
      ? null
      : t("sectionsOwned", { n: owned.sections.length }),
    owned === undefined || owned.pages.length === 0 ? null : t("pagesOwned", { n: owned.pages.length }),
  ];
  return parts.filter((part) => part !== null && part !== "").join(between(locale));
}
