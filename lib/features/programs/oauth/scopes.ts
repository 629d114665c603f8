import { type AgentScope, agentScopes } from "../../../store/agent-tokens.ts";

/** Each scope includes the ones before it. */
export function isWithin(scope: AgentScope, scopeMax: AgentScope): boolean {
  return agentScopes.indexOf(scope) <= agentScopes.indexOf(scopeMax);
}
