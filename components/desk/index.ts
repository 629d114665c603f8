export { ContinueReading } from "./ContinueReading.tsx";
export { Dateline } from "./Dateline.tsx";
export { Latest } from "./Latest.tsx";
export { NewUser } from "./NewUser.tsx";
export { SavedFilters } from "./SavedFilters.tsx";
export { SavedSearches } from "./SavedSearches.tsx";
export { Watched } from "./Watched.tsx";
