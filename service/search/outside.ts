/** Searching on an engine outside the store: the exports for the service's start and the commands. */

export { checkEngine } from "./opensearch/check-engine.ts";
export { FollowedElsewhereError } from "./opensearch/indexes.ts";
export { type EngineState, openEngine, type RunningSearch } from "./opensearch/open-engine.ts";
export { readSearchPlace, type SearchPlace } from "./opensearch/place.ts";
export { rebuildEngine } from "./opensearch/rebuild.ts";
