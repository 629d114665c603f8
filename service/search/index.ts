/** Opens the search: the exports for the service's start, its store and its migrations. */

export { englishTitle } from "./core/english-titles.ts";
export { pairsOf } from "./core/glossary-pairs.ts";
export { createSearchIndex } from "./sqlite/create-index.ts";
export { learnedPairs, rebuildGlossary, StoredGlossary } from "./sqlite/glossary.ts";
export { placeOf, setEmbedded } from "./sqlite/place.ts";
export { createSearchWriter } from "./sqlite/recording-writer.ts";
export { searchMigrations } from "./sqlite/schema.ts";
export { createSearchSource } from "./sqlite/source.ts";
