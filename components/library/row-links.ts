import type { Route } from "next";
import { type Query, routes } from "@/lib/routes";
import type { PurchaseKind } from "@/lib/spending/wire";

export interface BoughtItem {
  readonly kind: PurchaseKind;
  readonly document_id: string | null;
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  readonly input: Readonly<Record<string, unknown>> | null;
}

export function linkOf(thing: BoughtItem): Route {
  const { document_id, section_id, page_number, original_id } = thing;
  if (document_id === null) return questionLink(thing);
  if (section_id !== null) return routes.section(document_id, section_id);
  if (page_number !== null) return routes.page(document_id, page_number);
  if (original_id !== null) return routes.original(document_id, original_id);
  return routes.document(document_id);
}

/** The search or news page with the query in its address. It shows the owned answer and runs nothing. */
function questionLink({ kind, input }: BoughtItem): Route {
  const text = (name: string) => (typeof input?.[name] === "string" ? input[name] : undefined);
  const list = (name: string) => (Array.isArray(input?.[name]) ? input[name].map(String) : undefined);
  const common: Query = { since: text("timeline_since"), until: text("timeline_until"), code: list("security_codes") };
  if (kind !== "search_documents") {
    return routes.newsList({
      ...common,
      q: text("query"),
      match: text("match_type") === "lexical" ? "lexical" : undefined,
    });
  }
  return routes.search({
    ...common,
    q: text("query"),
    match: text("match_type") === "lexical" ? "lexical" : undefined,
    type: list("document_types"),
    family: list("document_families"),
    top: typeof input?.["top_k"] === "number" && input["top_k"] !== 10 ? input["top_k"] : undefined,
    snippets: input?.["include_snippet"] === true ? undefined : "off",
    editions: input?.["latest_only"] === false ? "all" : undefined,
  });
}
