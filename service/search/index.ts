/** Opens the search: the exports for the service's start, its store and its migrations. */
export { createSearchIndex } from "./sqlite/create-index.ts";
export { createEnglishTitles, type EnglishTitles } from "./sqlite/english-titles.ts";
export { searchMigrations } from "./sqlite/schema.ts";
export { createSearchWriter } from "./sqlite/writer.ts";
