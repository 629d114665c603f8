/** Opens the search: the exports for the service's start, its store and its migrations. */
export { createSearchIndex } from "./sqlite/create-index.ts";
export { createEnglishTitles, type EnglishTitles } from "./sqlite/english-titles.ts";
export { searchMigrations } from "./sqlite/schema.ts";
export { createSearchWriter } from "./sqlite/recording-writer.ts";
export { placeOf, setEmbedded } from "./sqlite/place.ts";
export { createSearchSource } from "./sqlite/source.ts";
export { StoredGlossary } from "./sqlite/glossary.ts";
