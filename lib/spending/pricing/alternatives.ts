import { fixedPrice } from "../kinds/purchasable.ts";
import { content } from "../kinds/texts.ts";
import type { PurchaseStore, Spender } from "../ports.ts";
import type { Alternative, SinglePurchase } from "../wire.ts";
import { type DocumentSnapshot, factsOf } from "./document-facts.ts";
import { holdingsOf } from "./holdings.ts";
import { priceOf } from "./left-to-buy.ts";

const pagesShownMax = 12;

/** Other ways to see the same thing, cheapest first, from what is already known: a quote makes no further requests. */
export async function alternativesFor(
  action: SinglePurchase,
  snapshot: DocumentSnapshot | null,
  rows: PurchaseStore,
  spender: Spender,
): Promise<Alternative[]> {
  if (snapshot === null || !("document_id" in action)) return [];
  const { document_id } = action;
  const holdings = await holdingsOf(rows, spender.ownerId, spender.upstream, document_id);
  const found: Alternative[] = [];
  if (action.kind !== "content" && snapshot.summary?.content_status === "ready") {
    const whole = { kind: "content", document_id } as const;
    const known = { holdings, facts: factsOf(snapshot), latest: undefined };
    const price = priceOf(content.leftToBuy(whole, known).units);
    if (price.max > 0) found.push({ action: whole, price });
  }
  const listed = snapshot.pages?.pages.map((each) => each.page_number) ?? [];
  if (action.kind === "content" && listed.length > 0 && listed.length <= pagesShownMax) {
    const left = listed.filter((page) => !holdings.pages.has(page));
    const credits = left.length * fixedPrice("getPageImage").max;
    const owned_parts = listed.length - left.length;
    found.push({
      action: { kind: "pages", document_id, pages: listed },
      price: { min: credits, max: credits },
      owned_parts,
    });
  }
  if (action.kind === "content") {
    const pdf = snapshot.originals?.originals.find((each) => each.media_type === "application/pdf");
    if (pdf !== undefined && !holdings.originals.has(pdf.original_id)) {
      found.push({
        action: { kind: "original", document_id, original_id: pdf.original_id },
        price: fixedPrice("getOriginal"),
      });
    }
  }
  return found.sort((a, b) => a.price.max - b.price.max);
}
