import type { Query } from "../../routes.ts";

/** In a separate file, so that a purchase can mark the queries as outdated without importing them. */
const all = ["library"] as const;
export const libraryKeys = {
  all,
  items: (query: Query) => [...all, "items", query] as const,
  ledger: (query: Query) => [...all, "ledger", query] as const,
  summary: (month: string) => [...all, "summary", month] as const,
};
