import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, basketRoutes } from "../../routes.ts";
import type { BasketChange, BasketView, LinkedBasket, PurchaseView } from "../../spending/wire.ts";
import { creditsQuery } from "./credits.ts";
import { fetchOwnApi } from "./own-api.ts";

const basketKey = ["basket"] as const;

/** The basket with its prices. Free. */
export function basketQuery() {
  return queryOptions({
    queryKey: basketKey,
    queryFn: ({ signal }) => fetchOwnApi<BasketView>(basketRoutes.items(), { signal }),
    staleTime: 0,
  });
}

/** The lines of somebody's link, at one's own prices. */
export function linkedBasketQuery(parts: readonly string[]) {
  return queryOptions({
    queryKey: ["linked basket", parts],
    queryFn: ({ signal }) =>
      fetchOwnApi<LinkedBasket>(basketRoutes.look(), { method: "POST", body: { parts }, signal }),
    enabled: parts.length > 0,
  });
}

const pollMs = 700;

/** A run, asked for again until it has ended. */
export function runQuery(first: PurchaseView | null) {
  return queryOptions({
    queryKey: ["basket run", first?.purchase_id ?? ""],
    queryFn: ({ signal }) => fetchOwnApi<PurchaseView>(api.purchase(first?.purchase_id ?? ""), { signal }),
    enabled: first !== null && !first.done,
    refetchInterval: (query) => (query.state.data?.done === true ? false : pollMs),
  });
}

/** Puts things into the basket or takes them out; the count in the frame follows. */
export async function changeBasket(client: QueryClient, change: BasketChange): Promise<void> {
  const { count } = await fetchOwnApi<{ readonly count: number }>(basketRoutes.items(), {
    method: "PUT",
    body: change,
  });
  client.setQueryData(creditsQuery().queryKey, (known) => known && { ...known, basket_count: count });
  await client.invalidateQueries({ queryKey: basketKey });
}

export async function stopRun(client: QueryClient, purchaseId: string): Promise<void> {
  await fetchOwnApi(basketRoutes.stop(purchaseId), { method: "POST", body: {} });
  await client.invalidateQueries({ queryKey: ["basket run", purchaseId] });
}
