import { queryOptions } from "@tanstack/react-query";
import { api } from "../routes.ts";
import type { WatchRow } from "../store/watches.ts";
import { askOwnApi } from "./own-api.ts";

export const watchesKey = ["watches"] as const;

/** The issuers that this owner watches, from the app's own store: free, and without a request to the service. */
export function watchesQuery() {
  return queryOptions({
    queryKey: watchesKey,
    queryFn: async ({ signal }) =>
      (await askOwnApi<{ watches: readonly WatchRow[] }>(api.watches(), { signal })).watches,
  });
}

export function watchIssuer(issuer: { security_code: string; name: string | null; name_en: string | null }) {
  return askOwnApi<void>(api.watches(), { method: "PUT", body: issuer });
}

export function unwatchIssuer(securityCode: string) {
  return askOwnApi<void>(api.watches({ security_code: securityCode }), { method: "DELETE" });
}
