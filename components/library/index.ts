export { LedgerPage } from "./LedgerPage.tsx";
export { filtersFromQuery } from "./ledger-filters.ts";
export { OwnedPage } from "./OwnedPage.tsx";
