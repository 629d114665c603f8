import { type Owner, requestedHost } from "../auth/session.ts";
import { ownOrigin } from "../auth/hosts.ts";
import { settings } from "../env.ts";
import { lineName } from "../purchases/pricing/line-name.ts";
import { writePages } from "../format/page-ranges.ts";
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
  const isBasket = plan.action.kind === "basket";
  const lines = plan.action.kind === "basket" ? plan.action.lines : [plan.action];
  const titles = lines.flatMap((line) => {
    if (!("document_id" in line)) return isBasket && "query" in line.input ? (line.input.query ?? line.kind) : [];
    const snapshot = purchaseService.snapshots.find(owner.ownerId, reader.upstream, line.document_id);
    const { document_title, parts } = lineName(line, snapshot);
    if (!isBasket) return parts;
    const shown = line.kind === "pages" ? [writePages(line.pages)] : parts;
    return [document_title ?? line.document_id, ...shown].join(" · ");
  });
  return { plan, sections: [...new Set(titles)] };
}
