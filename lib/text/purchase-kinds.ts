import type { EndpointInput } from "../contract/endpoints.ts";

/** Everything that can be bought. Types, tables, filters and words in all rooms follow from this list. */
export const purchaseKinds = [
  "content",
  "sections",
  "pages",
  "original",
  "search_documents",
  "search_news",
  "list_news",
] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

/** The names of what is bought. */
interface Named {
  readonly content: { readonly document_id: string };
  readonly sections: { readonly document_id: string; readonly sections: readonly string[] };
  readonly pages: { readonly document_id: string; readonly pages: readonly number[] };
  readonly original: { readonly document_id: string; readonly original_id: string };
  readonly search_documents: { readonly input: EndpointInput<"searchDocuments"> };
  readonly search_news: { readonly input: EndpointInput<"searchNews"> };
  readonly list_news: { readonly input: EndpointInput<"listNews"> };
}

/** One thing that can be bought by itself. `epoch: "again"` requests a new copy although one is owned. */
export type Purchase<K extends PurchaseKind = PurchaseKind> = {
  readonly [P in K]: { readonly kind: P; readonly epoch?: "again" } & Named[P];
}[K];

/** Kinds that ask a question of the whole market, and not for a part of one document. */
export type QuestionKind = {
  readonly [K in PurchaseKind]: Named[K] extends { readonly input: unknown } ? K : never;
}[PurchaseKind];
