/** Maintenance of a search index: the exports for the `hiraku search` commands. */
export { type Evaluation, evaluate, evaluationDocument, printed } from "./core/evaluate.ts";
export { type EvaluationLine, readEvaluation } from "./evaluation-sets.ts";
export type { ExplainedToken, Explanation } from "./sqlite/explain.ts";
export { SearchReader } from "./sqlite/reader.ts";
export { learnFromDocuments, rebuildSearch } from "./sqlite/rebuild.ts";
export { embedPassages } from "./sqlite/vectors.ts";
