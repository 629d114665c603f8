export { Freshness } from "./Freshness.tsx";
export { freshnessWords } from "./freshness-words.ts";
