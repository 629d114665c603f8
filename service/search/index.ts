/** Opening the search: what the service's own start, its store and its migrations take from this room. */
export { createSearchIndex } from "./sqlite/create-index.ts";
export { createEnglishTitles, type EnglishTitles } from "./sqlite/english-titles.ts";
export { searchMigrations } from "./sqlite/schema.ts";
export { createSearchWriter } from "./sqlite/writer.ts";
