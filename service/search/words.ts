/** Words in two languages, for rooms that know no index: the glossary, English titles, the tables of a text. */
export { meaningsOf } from "./core/asked-meanings.ts";
export { baseGlossary } from "./core/base-glossary.ts";
export { everydayWords, stopWords, titleOfName, wordsOfName } from "./core/english.ts";
export { Glossary, type GlossaryPair, glossaryLabel, isStandardName } from "./core/glossary.ts";
export { tablesOf } from "./core/table-rows.ts";
