export { LedgerPage } from "./LedgerPage.tsx";
export { LibraryFrame } from "./LibraryFrame.tsx";
export { filtersFromQuery, filtersToQuery } from "./ledger-filters.ts";
export { OwnedPage } from "./OwnedPage.tsx";
export { ownedAddress, ownedFiltersFrom, ownedItemsQuery } from "./owned-filters.ts";
export { ProofList } from "./ProofList.tsx";
