import type { AgentSpender, PurchaseStore } from "../purchases/ports.ts";
import { spentTogether } from "../purchases/pricing/agent-limits.ts";
import type { Plan } from "./record.ts";

/** By document of a plan: what the token bought of it that counts together with what the run would buy. */
export async function spentOfPlan(
  { agents }: PurchaseStore,
  agent: AgentSpender,
  { documents }: Pick<Plan, "documents">,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>();
  for (const { document_id } of documents)
    spent.set(document_id, await spentTogether(agents, agent, document_id, nowMs));
  return spent;
}
