import type { Query } from "../routes.ts";

/** Apart from the questions: a purchase makes them old without asking them. */
const all = ["library"] as const;
export const libraryKeys = {
  all,
  items: (query: Query) => [...all, "items", query] as const,
  ledger: (query: Query) => [...all, "ledger", query] as const,
  summary: (month: string) => [...all, "summary", month] as const,
};
