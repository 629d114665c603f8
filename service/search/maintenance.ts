/** Maintenance of a search index: the exports for the `hiraku search` commands. */
export {
  evaluate,
  type Evaluation,
  evaluationDocument,
  type EvaluationLine,
  readEvaluationLine,
} from "./core/evaluate.ts";
export type { ExplainedToken, Explanation } from "./sqlite/explain.ts";
export { learnedPairs, rebuildGlossary } from "./sqlite/glossary.ts";
export { SearchReader } from "./sqlite/reader.ts";
export { rebuildSearch } from "./sqlite/rebuild.ts";
export { embedPassages } from "./sqlite/vectors.ts";
