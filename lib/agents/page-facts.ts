import { type Owner, requestedHost } from "../auth/session.ts";
import { ownOrigin } from "../auth/hosts.ts";
import { settings } from "../env.ts";
import { purchases } from "../purchases/purchases.ts";
import { agentRoutes } from "../routes.ts";
import { store } from "../store/database.ts";
import { type ApprovalView, approvalView } from "./approvals.ts";
import { type AgentFacts, agentFacts } from "./facts.ts";

/** What the pages of programs show at once. */
export async function agentPageFacts(owner: Owner): Promise<{ readonly facts: AgentFacts; readonly address: string }> {
  const facts = agentFacts(store(), purchases().rows, owner, Date.now());
  const origin = ownOrigin((await requestedHost()) ?? "localhost", settings().publicOrigin);
  return { facts, address: new URL(agentRoutes.door(), origin).href };
}

/** What the account page says of programs beside the link to their own page. */
export function agentCounts(owner: Owner): { readonly tokens: number; readonly tasks: number; readonly plans: number } {
  const { tokens, tasks, plans } = agentFacts(store(), purchases().rows, owner, Date.now());
  return {
    tokens: tokens.filter((each) => each.state === "valid").length,
    tasks: tasks.filter((each) => each.state === "open").length,
    plans: plans.length,
  };
}

interface FoundPlan {
  readonly plan: ApprovalView;
  readonly sections: readonly string[];
}

/** Undefined for another owner's plan, as for one that doesn't exist. */
export function findPlan(owner: Owner, approvalId: string): FoundPlan | undefined {
  const { rows, purchaseService } = purchases();
  const reader = { ownerId: owner.ownerId, upstream: owner.upstream.baseUrl };
  const plan = approvalView(rows, reader, approvalId, Date.now());
  if (plan === undefined) return undefined;
  const { action } = plan;
  if (action.kind !== "sections") return { plan, sections: [] };
  const toc = purchaseService.snapshots.find(owner.ownerId, reader.upstream, action.document_id)?.toc?.toc ?? [];
  const titles = action.sections.map((id) => toc.find((each) => each.section_id === id)?.title ?? id);
  return { plan, sections: [...new Set(titles)] };
}
