export { LedgerPage } from "./LedgerPage.tsx";
export { LibraryFrame } from "./LibraryFrame.tsx";
export { filtersFromQuery } from "./ledger-filters.ts";
export { OwnedPage } from "./OwnedPage.tsx";
