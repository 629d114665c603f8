/** Reads an owned answer to a news list or news search. */

export interface Statement {
  readonly news_id: string;
  readonly title: string | null;
  readonly statement: string | null;
  readonly observed_at: string | null;
  readonly security_codes: readonly string[];
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly document_id: string | null;
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly url: string | null;
  readonly title: string | null;
}

export interface NewsAnswer {
  readonly statements: readonly Statement[];
  readonly nextCursor: string | null;
}

export function readNewsAnswer(value: unknown): NewsAnswer | undefined {
  if (!isRecord(value)) return undefined;
  const list = ["news", "hits", "items", "results", "data"].map((name) => value[name]).find(Array.isArray);
  if (list === undefined) return undefined;
  return {
    // A search answers hits, each with a statement inside.
    statements: list.filter(isRecord).flatMap((raw) => statementOf(isRecord(raw["news"]) ? raw["news"] : raw) ?? []),
    nextCursor: text(value["next_cursor"]),
  };
}

/** Exact prices need a free request for each document, so only the first references to sections get them. */
const pricedMax = 12;

/** The references of all statements, and the documents whose tables of contents tell what those to sections cost. */
export function citedBy(answer: NewsAnswer | undefined): {
  readonly cited: readonly Reference[];
  readonly priced: readonly string[];
} {
  const cited = (answer?.statements ?? []).flatMap((each) => each.references);
  const priced = cited.flatMap((each) => (each.section_id === null ? [] : (each.document_id ?? [])));
  return { cited, priced: [...new Set(priced)].slice(0, pricedMax) };
}

function statementOf(raw: Readonly<Record<string, unknown>>): Statement | undefined {
  const id = text(raw["news_id"]);
  if (id === null) return undefined;
  const codes = raw["security_codes"];
  const references = raw["references"];
  return {
    news_id: id,
    title: text(raw["title"]),
    statement: text(raw["statement"]),
    observed_at: text(raw["observed_at"]),
    security_codes: Array.isArray(codes) ? codes.filter((each) => typeof each === "string") : [],
    references: Array.isArray(references) ? references.filter(isRecord).map(referenceOf) : [],
  };
}

function referenceOf(raw: Readonly<Record<string, unknown>>): Reference {
  const page = raw["page_number"];
  return {
    document_id: text(raw["document_id"]),
    section_id: text(raw["section_id"]),
    page_number: typeof page === "number" && Number.isInteger(page) ? page : null,
    url: httpAddress(text(raw["url"])),
    title: text(raw["title"]),
  };
}

/** Only http and https addresses become links. */
function httpAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? address : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
