import type { Query } from "@/lib/routes";
import { purchaseKinds } from "@/lib/text/purchase-kinds";

export interface LedgerFilters {
  readonly month: string | null;
  readonly from: string;
  readonly until: string;
  readonly kind: string;
  readonly state: string;
  readonly label: string;
  readonly code: string;
  readonly row: string;
}

export function filtersFromQuery(query: URLSearchParams): LedgerFilters {
  const text = (name: string) => query.get(name) ?? "";
  const month = query.get("month");
  return {
    month: month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null,
    from: day(text("from")),
    until: day(text("until")),
    kind: purchaseKinds.find((each) => each === text("kind")) ?? "",
    state: states.find((each) => each === text("state")) ?? "",
    label: text("label").slice(0, 80),
    code: text("code").slice(0, 8),
    row: text("row").slice(0, 64),
  };
}

export function filtersToQuery(filters: LedgerFilters): Query {
  return { ...filters };
}

export const states = ["stored", "failed", "unknown", "sent"] as const;

export function isFiltered(filters: LedgerFilters): boolean {
  const { from, until, kind, state, label, code, row } = filters;
  return [from, until, kind, state, label, code, row].some((each) => each !== "");
}

function day(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : "";
}
