import type { Query } from "@/lib/routes";
import { purchaseKinds } from "@/lib/text/purchase-kinds";

/** As it is written in the address. */
export interface OwnedFilters {
  readonly query: string;
  readonly kind: string;
  readonly code: string;
  readonly sort: OwnedSort;
  readonly neverOpened: boolean;
}

export const ownedSorts = ["issuer", "newest", "credits"] as const;
export type OwnedSort = (typeof ownedSorts)[number];

export function ownedFiltersFrom(address: Readonly<Record<string, string | string[] | undefined>>): OwnedFilters {
  const text = (name: string) => {
    const value = address[name];
    return typeof value === "string" ? value : "";
  };
  return {
    query: text("q").slice(0, 200),
    kind: purchaseKinds.find((each) => each === text("kind")) ?? "",
    code: text("code").slice(0, 8),
    sort: ownedSorts.find((each) => each === text("sort")) ?? "issuer",
    neverOpened: text("opened") === "never",
  };
}

/** The address of the library with these filters; what is as usual is left out. */
export function ownedAddress({ query, kind, code, sort, neverOpened }: OwnedFilters): Query {
  return { q: query, kind, code, sort: sort === "issuer" ? "" : sort, opened: neverOpened ? "never" : undefined };
}

/** The query of the list, used by the page and by the server that loads it beforehand. */
export function ownedItemsQuery(filters: OwnedFilters): Query {
  return { ...ownedAddress(filters), sort: filters.sort };
}

export function isNarrowed({ query, kind, code }: OwnedFilters): boolean {
  return [query, kind, code].some((each) => each !== "");
}
