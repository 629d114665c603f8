import { QueryClient } from "./cache/client.ts";

/**
 * The cache of free data. Nothing is refetched automatically on focus or reconnect: requests count against the key's
 * limits, and nothing with a price may be refetched. Retries are done by the fetcher.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient();
}
