import { updateRoutes } from "../../routes.ts";
import type { SavedFilterRow } from "../../store/saved-filters.ts";
import { fetchOwnApi } from "./own-api.ts";

export function saveFilter(addressQuery: string) {
  return fetchOwnApi<SavedFilterRow>(updateRoutes.savedFilters(), {
    method: "POST",
    body: { address_query: addressQuery },
  });
}

export function forgetFilter(filterId: string) {
  return fetchOwnApi<void>(updateRoutes.savedFilters({ filter_id: filterId }), { method: "DELETE" });
}
