import { queryOptions } from "@tanstack/react-query";
import { api } from "../../routes.ts";
import type { Budget, CreditsView } from "../../spending/wire.ts";
import { fetchOwnApi } from "./own-api.ts";

export const creditsKey = ["credits"] as const;

/** The data of the credit gauge, refetched regularly while a purchase has no outcome. */
export function creditsQuery() {
  return queryOptions({
    queryKey: creditsKey,
    queryFn: ({ signal }) => fetchOwnApi<CreditsView>(api.credits(), { signal }),
    staleTime: 15_000,
    refetchOnWindowFocus: false,
    refetchInterval: (query) => ((query.state.data?.unknown_count ?? 0) > 0 ? 20_000 : false),
  });
}

export function saveBudget(budget: Budget): Promise<Budget> {
  return fetchOwnApi<Budget>(api.budget(), { method: "PUT", body: budget });
}
