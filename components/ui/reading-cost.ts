import { documentPrice, type PriceRange, pagePrice, type Tier } from "@/lib/contract/prices";
import type { ListedDocument } from "@/lib/format/free-lists";
import { type Html, html } from "@/lib/format/html";
import type { WordKey } from "@/lib/i18n/namespaces";
import type { Locale, Words } from "@/lib/i18n/words";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { priceHtml, sealHtml } from "./price-html.ts";

export type CostedDocument = Pick<ListedDocument, "content_status" | "image_available" | "character_count">;

type ReadingCost =
  | { readonly kind: "owned" }
  | { readonly kind: "document" | "page"; readonly price: PriceRange }
  | { readonly kind: "pending" | "unavailable" | "withdrawn" }
  | { readonly kind: "other"; readonly status: string };

/** What reading a document costs, as far as a list knows, or why it can't be read now. */
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

/** What is said of a document in rows of a list. */
export interface RowWords {
  readonly t: Words<WordKey<"documents">>;
  readonly standing: Words<WordKey<"standing">>;
  readonly cost: Words<WordKey<"cost">>;
  readonly locale: Locale;
}

/** `<DocumentCost>` for rows that are made as HTML. */
export function readingCostHtml(shown: ReadingCost, { t, cost, locale }: Omit<RowWords, "standing">): Html {
  const price = (range: PriceRange) => priceHtml(range, cost("creditsUnit", { n: range.max }));
  switch (shown.kind) {
    case "owned":
      return sealHtml(cost("owned"), locale === "ja");
    case "document":
      return price(shown.price);
    case "page":
      return html`<span title="${t("rowPagesOnly", { n: shown.price.max })}">${price(shown.price)}<span class="sr-only"> ${t("aPage")}</span></span>`;
    case "pending":
      return html`<span class="pend">${t("rowPending")}</span>`;
    case "unavailable":
      return html`<span class="text-muted text-12/ui">${t("rowUnavailable")}</span>`;
    case "withdrawn":
      return html`<span class="text-muted text-12/ui">${t("rowWithdrawn")}</span>`;
    case "other":
      return html`<span class="text-muted text-12/ui">${shown.status}</span>`;
  }
}
