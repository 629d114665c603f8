import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type Query } from "../../routes.ts";
import type { LedgerPage, LibraryPage, LibrarySummary } from "../../spending/wire.ts";
import { libraryKeys } from "./library-keys.ts";
import { fetchOwnApi } from "./own-api.ts";

export function libraryQuery(query: Query) {
  return infiniteQueryOptions({
    queryKey: libraryKeys.items(query),
    queryFn: ({ signal, pageParam }) =>
      fetchOwnApi<LibraryPage>(api.library(pageParam === "" ? query : { ...query, cursor: pageParam }), { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 30_000,
  });
}

export function ledgerQuery(query: Query) {
  return infiniteQueryOptions({
    queryKey: libraryKeys.ledger(query),
    queryFn: ({ signal, pageParam }) =>
      fetchOwnApi<LedgerPage>(api.ledger(pageParam === "" ? query : { ...query, cursor: pageParam }), { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 15_000,
  });
}

export function librarySummaryQuery(month: string) {
  return queryOptions({
    queryKey: libraryKeys.summary(month),
    queryFn: ({ signal }) => fetchOwnApi<LibrarySummary>(api.librarySummary({ month }), { signal }),
    staleTime: 15_000,
  });
}

export function saveLabel(intentIds: readonly string[], label: string | null): Promise<{ readonly changed: number }> {
  return fetchOwnApi(api.ledgerLabels(), { method: "POST", body: { intent_ids: intentIds, label } });
}
