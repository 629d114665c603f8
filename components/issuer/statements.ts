/** Reads an owned list of news, which is stored as the service sent it. */

export interface ListedStatement {
  readonly news_id: string;
  readonly title: string | null;
  readonly statement: string | null;
  readonly observed_at: string | null;
  readonly references: readonly StatementReference[];
}

export interface StatementReference {
  readonly document_id: string | null;
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly url: string | null;
  readonly title: string | null;
}

export function readStatements(value: unknown): { statements: ListedStatement[]; nextCursor: string | null } {
  if (!isRecord(value)) return { statements: [], nextCursor: null };
  const list = ["news", "items", "results", "data"].map((name) => value[name]).find(Array.isArray) ?? [];
  const statements = list.filter(isRecord).flatMap((each) => {
    const id = text(each["news_id"]);
    if (id === null) return [];
    const references = Array.isArray(each["references"]) ? each["references"].filter(isRecord).map(referenceOf) : [];
    return [
      {
        news_id: id,
        title: text(each["title"]),
        statement: text(each["statement"]),
        observed_at: text(each["observed_at"]),
        references,
      },
    ];
  });
  return { statements, nextCursor: text(value["next_cursor"]) };
}

function referenceOf(raw: Readonly<Record<string, unknown>>): StatementReference {
  const page = raw["page_number"];
  return {
    document_id: text(raw["document_id"]),
    section_id: text(raw["section_id"]),
    page_number: typeof page === "number" ? page : null,
    url: text(raw["url"]),
    title: text(raw["title"]),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
