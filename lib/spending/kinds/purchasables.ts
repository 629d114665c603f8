import type { Purchase, PurchaseKind } from "../../text/purchase-kinds.ts";
import type { AnnouncedSizes } from "../ports.ts";
import { original } from "./original.ts";
import { pages } from "./pages.ts";
import type { Purchasable } from "./purchasable.ts";
import { list_news, search_documents, search_news } from "./questions.ts";
import { content, sections } from "./texts.ts";

/** The table of everything that can be bought: quotes, baskets, questions, approvals and the library read it here. */
export const purchasables: { readonly [K in PurchaseKind]: Purchasable<K> } = {
  content,
  sections,
  pages,
  original,
  search_documents,
  search_news,
  list_news,
};

/** The row of an action. */
export function rowOf<K extends PurchaseKind>({ kind }: Purchase<K>): Purchasable<K> {
  return purchasables[kind];
}

/**
 * The most bytes that are stored of an answer. Without a limit a faulty service could fill the disk for one credit; with
 * too small a one something paid for would be cut. Each is therefore many times what a correct answer needs.
 */
export function bodyBytesMax(kind: PurchaseKind, announced: AnnouncedSizes): number {
  return purchasables[kind].bytesMax(announced);
}
