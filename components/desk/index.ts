export { Dateline } from "./Dateline.tsx";
export { SavedFilters } from "./SavedFilters.tsx";
export { SavedSearches } from "./SavedSearches.tsx";
export { AboutLine, ContinueSection, LatestSection, NewsSection, WatchedSection } from "./sections.tsx";
