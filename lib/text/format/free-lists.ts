/**
 * Reads the free lists in the browser, which gets the service's answers unchanged and has no schema library. As
 * tolerant as the server: other list names are accepted, missing fields are null, unknown ones are ignored, records
 * without an id are left out.
 */

/** The most that a service sends at once, so that fewer requests count against the key's limits. */
export const documentsAPage = 100;

type Raw = Readonly<Record<string, unknown>>;

export interface ListedDocument {
  readonly document_id: string;
  readonly document_family: string | null;
  readonly document_type: string | null;
  readonly title: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly timeline_at: string | null;
  readonly fiscal_period: string | null;
  readonly content_status: string;
  readonly image_available: boolean | null;
  readonly page_count: number | null;
  readonly character_count: number | null;
  readonly language: string | null;
  readonly amends_document_id: string | null;
  readonly amended_by_document_id: string | null;
  readonly superseded_by_document_id: string | null;
  /** Parts that the filing announces and lacks. */
  readonly missing_parts: readonly string[];
}

export interface ListedIssuer {
  readonly security_code: string;
  readonly name: string;
  readonly name_en: string | null;
  readonly name_kana: string | null;
}

export interface DocumentPage {
  readonly documents: readonly ListedDocument[];
  readonly next_cursor: string | null;
}

const otherNames = ["items", "results", "data"];

function listOf(raw: unknown, name: string): readonly Raw[] | undefined {
  const list = Array.isArray(raw)
    ? raw
    : isRecord(raw)
      ? [name, ...otherNames].map((each) => raw[each]).find((each) => Array.isArray(each))
      : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : undefined;
}

/** Undefined where the answer can't be read at all. */
export function readDocumentPage(raw: unknown): DocumentPage | undefined {
  const list = listOf(raw, "documents");
  if (list === undefined) return undefined;
  return { documents: list.flatMap(readListedDocument), next_cursor: isRecord(raw) ? text(raw["next_cursor"]) : null };
}

/** Reads one record of a list; undefined where it has no id. Also accepts records that the server has parsed. */
export function readListedDocument(raw: Raw): ListedDocument[] {
  const id = text(raw["document_id"]);
  if (id === null) return [];
  return [
    {
      document_id: id,
      document_family: text(raw["document_family"]),
      document_type: text(raw["document_type"]),
      title: text(raw["title"]),
      security_code: text(raw["security_code"]),
      issuer_name: text(raw["issuer_name"]),
      issuer_name_en: text(raw["issuer_name_en"]),
      timeline_at: text(raw["timeline_at"]),
      fiscal_period: text(raw["fiscal_period"]),
      content_status: text(raw["content_status"]) ?? "",
      image_available: typeof raw["image_available"] === "boolean" ? raw["image_available"] : null,
      page_count: count(raw["page_count"]),
      character_count: count(raw["character_count"]),
      language: text(raw["language"]),
      amends_document_id: text(raw["amends_document_id"]),
      amended_by_document_id: text(raw["amended_by_document_id"]),
      superseded_by_document_id: text(raw["superseded_by_document_id"]),
      missing_parts: texts(raw["missing_parts"]),
    },
  ];
}

export function readIssuers(raw: unknown): ListedIssuer[] | undefined {
  return listOf(raw, "issuers")?.flatMap((each) => {
    const code = text(each["security_code"]);
    const name = text(each["name"]);
    if (code === null || name === null) return [];
    return [{ security_code: code, name, name_en: text(each["name_en"]), name_kana: text(each["name_kana"]) }];
  });
}

function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
