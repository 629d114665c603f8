import { documentPrice, type PriceRange, pagePrice, type Tier } from "@/lib/contract/prices";
import type { OwnedDocument } from "@/lib/spending/wire";
import type { ListedDocument } from "@/lib/text/format/free-lists";

export type CostedDocument = Pick<ListedDocument, "content_status" | "image_available" | "character_count">;

type ReadingCost =
  | { readonly kind: "owned" }
  | { readonly kind: "document" | "page"; readonly price: PriceRange }
  | { readonly kind: "pending" | "unavailable" | "withdrawn" }
  | { readonly kind: "other"; readonly status: string };

/** From the facts of a list alone. */
export function readingCost(
  document: CostedDocument,
  owned: OwnedDocument | undefined,
  tiers: readonly Tier[],
): ReadingCost {
  if (owned?.whole === true) return { kind: "owned" };
  switch (document.content_status) {
    case "ready":
      return { kind: "document", price: documentPrice(tiers, document.character_count) };
    case "pending_release":
      return { kind: "pending" };
    case "unavailable":
      // The document has no text but page images: one page is the cheapest way to read it.
      return document.image_available === true ? { kind: "page", price: pagePrice } : { kind: "unavailable" };
    case "withdrawn":
      return { kind: "withdrawn" };
    default:
      return { kind: "other", status: document.content_status };
  }
}
