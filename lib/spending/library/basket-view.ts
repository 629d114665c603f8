import { readLinkedLines } from "../../text/format/basket-link.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import type { BasketLine, BasketView, LinkedBasket, SinglePurchase } from "../wire.ts";
import { basketLines, linkedLines } from "./basket.ts";
import { purchaseView } from "./purchase-views.ts";

interface Parts {
  readonly purchaseService: { priceLines(spender: Spender, lines: readonly SinglePurchase[]): Promise<BasketLine[]> };
  readonly rows: PurchaseStore;
  readonly deps: SpendingDeps;
}

/** The basket with its prices, and its newest run. */
export async function basketView({ purchaseService, rows, deps }: Parts, spender: Spender): Promise<BasketView> {
  const lines = await purchaseService.priceLines(spender, await basketLines(rows, spender));
  const run = await rows.baskets.latestRun(spender);
  const view = run === undefined ? undefined : await purchaseView(deps, rows, spender, run.purchase_id);
  return { lines, run: view ?? null };
}

/** Prices and owned parts are those of the reader who opened the link. */
export async function lookIntoLink(
  { purchaseService }: Pick<Parts, "purchaseService">,
  spender: Spender,
  parts: readonly string[],
): Promise<LinkedBasket> {
  const link = readLinkedLines(parts);
  const { lines, unreadable } = linkedLines(link.lines);
  return {
    lines: await purchaseService.priceLines(spender, lines),
    unreadable: link.unreadable + unreadable,
    too_many: link.tooMany,
  };
}
