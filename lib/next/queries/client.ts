import { defaultShouldDehydrateQuery, environmentManager, QueryClient } from "@tanstack/react-query";

/** How long the browser keeps data that no page shows any more. */
const unusedMaxMs = 10 * 60_000;

/** Nothing is refetched on focus or reconnect: requests count, and nothing with a price may be repeated. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // A server makes a client for each request and drops it with the request. A timer that cleans the client
        // up later would hold the request, its answer and its data until then; with Infinity there is no timer.
        gcTime: environmentManager.isServer() ? Number.POSITIVE_INFINITY : unusedMaxMs,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: environmentManager.isServer() ? { gcTime: Number.POSITIVE_INFINITY } : {},
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query),
        shouldRedactErrors: () => true,
      },
    },
  });
}
