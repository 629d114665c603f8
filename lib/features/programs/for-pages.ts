/** Exports for its pages and routes; see lib/for-pages.ts. */

export { manifest } from "./manifest.ts";
export { endAgentToken } from "./end-token.ts";
export { agentFacts } from "./facts.ts";
export { forgetUnusedAgentKeys } from "./kept-key.ts";
export { serveMcp } from "./mcp/serve.ts";
export { preflight } from "./oauth/any-origin.ts";
export { answerConsent, consentFacts } from "./oauth/consent.ts";
export { authorizationServer, protectedResource } from "./oauth/metadata.ts";
export { serveRegister, serveRevoke, serveToken } from "./oauth/serve.ts";
export { agentCounts, agentPageFacts, findPlan } from "./page-facts.ts";
export { makeAgentToken, serveTokensWithKey } from "./tokens.ts";
