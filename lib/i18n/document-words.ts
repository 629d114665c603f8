import { fiscalPeriod } from "../format/era.ts";
import type { ListedDocument } from "../format/free-lists.ts";
import type { WordKey } from "./namespaces.ts";
import type { Locale, Words } from "./words.ts";

type DocumentsWords = Words<WordKey<"documents">>;

/** Names of families, types and states; what a service made up itself is shown as it came. */

const known: Readonly<Record<string, WordKey<"documents">>> = {
  edinet_filing: "family_edinet_filing",
  timely_disclosure: "family_timely_disclosure",
  ir_material: "family_ir_material",
  news: "family_news",
};

const short: Readonly<Record<string, WordKey<"documents">>> = {
  edinet_filing: "short_edinet_filing",
  timely_disclosure: "short_timely_disclosure",
  ir_material: "short_ir_material",
};

export function familyName(family: string | null, t: DocumentsWords): string {
  return named(family, known[family ?? ""], t);
}

export function familyShort(family: string | null, t: DocumentsWords): string {
  return named(family, short[family ?? ""], t);
}

function named(raw: string | null, key: WordKey<"documents"> | undefined, t: DocumentsWords): string {
  return key === undefined ? (raw ?? "") : t(key);
}

const types = [
  "annual_securities_report",
  "semiannual_report",
  "quarterly_report",
  "extraordinary_report",
  "large_holding_report",
  "large_holding_change_report",
  "tender_offer_statement",
  "securities_registration_statement",
  "internal_control_report",
  "earnings_summary",
  "forecast_revision",
  "dividend_revision",
  "share_buyback",
  "management_change",
  "acquisition_or_merger",
  "other_timely_disclosure",
  "ir_presentation",
  "integrated_report",
  "fact_book",
  "other",
] as const;

/** The types of the interface, in the order in which filters show them. */
export const knownTypes: readonly string[] = types;

export function typeName(type: string | null, t: DocumentsWords): string {
  const found = types.find((each) => each === type);
  return found === undefined ? (type ?? "").replaceAll("_", " ") : t(`type_${found}`);
}

const statuses = ["ready", "pending_release", "unavailable", "withdrawn"] as const;

export function statusName(status: string, t: DocumentsWords): string {
  const found = statuses.find((each) => each === status);
  return found === undefined ? t("status_unknown", { status }) : t(`status_${found}`);
}

interface Owned {
  readonly whole: boolean;
  readonly sections: readonly string[];
  readonly pages: readonly number[];
  readonly originals: readonly string[];
}

/** The second line of a row: what it is in the reader's language, for which period, what of it is owned. */
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
    stacked ? t("amendedAbove") : document.amended_by_document_id === null ? null : t("amended"),
    document.amends_document_id === null ? null : t("amendment"),
    document.amends_document_id !== null && locale === "en" && type !== "" ? null : type,
    document.fiscal_period === null ? null : fiscalPeriod(document.fiscal_period, locale),
    owned === undefined || owned.whole || owned.sections.length === 0
      ? null
      : t("sectionsOwned", { n: owned.sections.length }),
    owned === undefined || owned.pages.length === 0 ? null : t("pagesOwned", { n: owned.pages.length }),
  ];
  return parts.filter((part) => part !== null && part !== "").join(locale === "ja" ? "・" : " · ");
}
