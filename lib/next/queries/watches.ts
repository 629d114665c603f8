import { queryOptions } from "@tanstack/react-query";
import { api } from "../../routes.ts";
import type { WatchRow } from "../../store/watches.ts";
import { fetchOwnApi } from "./own-api.ts";

export const watchesKey = ["watches"] as const;

/** The issuers that this owner watches, from the app's own store: free, and without a request to the service. */
export function watchesQuery() {
  return queryOptions({
    queryKey: watchesKey,
    queryFn: async ({ signal }) =>
      (await fetchOwnApi<{ watches: readonly WatchRow[] }>(api.watches(), { signal })).watches,
  });
}

export function watchIssuer(issuer: { security_code: string; name: string | null; name_en: string | null }) {
  return fetchOwnApi<void>(api.watches(), { method: "PUT", body: issuer });
}

export function unwatchIssuer(securityCode: string) {
  return fetchOwnApi<void>(api.watches({ security_code: securityCode }), { method: "DELETE" });
}
