import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Tier } from "../../contract/prices.ts";

export const contentTiersKey = ["content-tiers"] as const;

/** The server and each table of contents put the tiers into the cache; this query requests nothing. */
export function contentTiersQuery() {
  return queryOptions({
    queryKey: contentTiersKey,
    queryFn: (): readonly Tier[] => [],
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Stores the tiers of a table of contents; one without tiers changes nothing. */
export function noteContentTiers(client: QueryClient, tiers: readonly Tier[]): void {
  if (tiers.length > 0) client.setQueryData(contentTiersKey, tiers);
}
