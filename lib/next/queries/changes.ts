import { queryOptions } from "@tanstack/react-query";
import type { ChangesInALine } from "../../reading/changes-line.ts";
import { api } from "../../routes.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Free, but it may count against the rate limit, so that it is asked once and kept. */
export function changeCountsQuery(documentId: string) {
  return queryOptions({
    queryKey: ["changes", documentId] as const,
    queryFn: ({ signal }) => fetchOwnApi<ChangesInALine | null>(api.changes(documentId), { signal }),
    staleTime: 60 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
