import { api } from "../../routes.ts";
import type { SavedSearchRow } from "../../store/saved-searches.ts";
import { fetchOwnApi } from "./own-api.ts";

export const savedSearchesKey = ["saved-searches"] as const;

/** `address_query` is the query string of the search page. Saving runs nothing. */
export function saveSearch(search: Pick<SavedSearchRow, "target" | "query" | "address_query">) {
  return fetchOwnApi<SavedSearchRow>(api.savedSearches(), { method: "POST", body: search });
}

export function forgetSavedSearch(searchId: string) {
  return fetchOwnApi<void>(api.savedSearches({ search_id: searchId }), { method: "DELETE" });
}
