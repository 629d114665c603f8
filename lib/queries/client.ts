import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";

/**
 * The cache of free data. Nothing here is asked for again by itself on focus or reconnect: requests count
 * against the key's limits, and nothing with a price may be refetched unasked. Retries live in the fetcher.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query),
        shouldRedactErrors: () => true,
      },
    },
  });
}
