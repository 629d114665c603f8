import { queryOptions } from "@tanstack/react-query";
import type { AgentFacts } from "../../features/programs/facts.ts";
import { agentRoutes, oauthRoutes } from "../../routes.ts";
import type { AgentScope } from "../../store/agent-tokens.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Tokens, tasks and plans of the owner's programs. Free, and none of these calls buys anything. */
export const agentsKey = ["agents"] as const;

export function agentsQuery(initialData: AgentFacts) {
  return queryOptions({
    queryKey: agentsKey,
    queryFn: ({ signal }) => fetchOwnApi<AgentFacts>(agentRoutes.tokens(), { signal }),
    initialData,
  });
}

export interface WantedToken {
  readonly name: string;
  readonly scope: AgentScope;
  readonly daily_cap: number;
  readonly total_cap: number;
  readonly days: number;
  readonly consent: boolean;
}

export function makeToken(wanted: WantedToken) {
  return fetchOwnApi<{ token: string }>(agentRoutes.tokens(), { method: "POST", body: wanted });
}

export function revokeToken(tokenId: string) {
  return fetchOwnApi<void>(agentRoutes.tokens({ token_id: tokenId }), { method: "DELETE" });
}

export function stopTask(taskId: string) {
  return fetchOwnApi<void>(agentRoutes.tasks({ task_id: taskId }), { method: "DELETE" });
}

export function serveWithThisKey() {
  return fetchOwnApi<void>(agentRoutes.key(), { method: "PUT", body: { consent: true } });
}

export function decidePlan(approvalId: string, decision: "approved" | "declined") {
  return fetchOwnApi<void>(agentRoutes.decision(approvalId), { method: "POST", body: { decision } });
}

/** Null declines. Returns the address at which the program waits. */
export function answerProgram(search: string, wanted: WantedToken | null) {
  return fetchOwnApi<{ location: string }>(oauthRoutes.consent(), { method: "POST", body: { search, wanted } });
}
