export { LedgerPage } from "./LedgerPage.tsx";
export { filtersFromQuery, filtersToQuery, neverOpenedQuery, ownedItemsQuery } from "./ledger-filters.ts";
export { OwnedPage } from "./OwnedPage.tsx";
