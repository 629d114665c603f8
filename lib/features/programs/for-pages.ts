/** Exports for its pages and routes; see lib/for-pages.ts. */

export { agentFacts } from "./facts.ts";
export { forgetUnusedAgentKeys } from "./kept-key.ts";
export { serveMcp } from "./mcp/serve.ts";
export { agentCounts, agentPageFacts, findPlan } from "./page-facts.ts";
export { endAgentToken, makeAgentToken, serveTokensWithKey } from "./tokens.ts";
