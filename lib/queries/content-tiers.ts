import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Tier } from "../contract/prices.ts";

export const contentTiersKey = ["content-tiers"] as const;

/**
 * The tiers by which rows of lists are priced. The server seeds them with what the service told, and a table of
 * contents that this browser reads replaces them; nothing is asked for here.
 */
export function contentTiersQuery() {
  return queryOptions({
    queryKey: contentTiersKey,
    queryFn: (): readonly Tier[] => [],
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Takes over what a table of contents tells; one that tells none changes nothing. */
export function noteContentTiers(client: QueryClient, tiers: readonly Tier[]): void {
  if (tiers.length > 0) client.setQueryData(contentTiersKey, tiers);
}
