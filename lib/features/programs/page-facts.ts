import { ownOrigin } from "../../kit/hosts.ts";
import type { Owner } from "../../owners/owner.ts";
import { agentRoutes } from "../../routes.ts";
import { app } from "../../running-app.ts";
import { lineName } from "../../spending/pricing/line-name.ts";
import { linesOf } from "../../spending/pricing/plan.ts";
import { type ApprovalView, approvalView } from "../../spending/programs/approvals.ts";
import { between } from "../../text/format/between.ts";
import { writePages } from "../../text/format/page-ranges.ts";
import type { Locale } from "../../text/i18n/words.ts";
import { type AgentFacts, agentFacts } from "./facts.ts";

/** Facts that the pages of programs show at once. */
export async function agentPageFacts(
  owner: Owner,
  host: string | null,
): Promise<{ readonly facts: AgentFacts; readonly address: string }> {
  const facts = await agentFacts(app(), app().purchases.rows, owner, Date.now());
  const origin = ownOrigin(host ?? "localhost", app().settings.publicOrigin);
  return { facts, address: new URL(agentRoutes.door(), origin).href };
}

/** Facts of programs on the account page, beside the link to their own page. */
export async function agentCounts(
  owner: Owner,
): Promise<{ readonly tokens: number; readonly tasks: number; readonly plans: number }> {
  const { tokens, tasks, plans } = await agentFacts(app(), app().purchases.rows, owner, Date.now());
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
export async function findPlan(owner: Owner, approvalId: string, locale: Locale): Promise<FoundPlan | undefined> {
  const { rows, purchaseService } = app().purchases;
  const reader = { ownerId: owner.ownerId, upstream: owner.upstream.baseUrl };
  const plan = await approvalView(rows, reader, approvalId, Date.now());
  if (plan === undefined) return undefined;
  const isBasket = plan.action.kind === "basket";
  const lines = linesOf(plan.action);
  const snapshots = await Promise.all(
    lines.map(async (line) =>
      "document_id" in line
        ? await purchaseService.snapshots.find(owner.ownerId, reader.upstream, line.document_id)
        : null,
    ),
  );
  const titles = lines.flatMap((line, at) => {
    if (!("document_id" in line)) return isBasket && "query" in line.input ? (line.input.query ?? line.kind) : [];
    const { document_title, parts } = lineName(line, snapshots[at] ?? null);
    if (!isBasket) return parts;
    const shown = line.kind === "pages" ? [writePages(line.pages)] : parts;
    return [document_title ?? line.document_id, ...shown].join(between(locale));
  });
  return { plan, sections: [...new Set(titles)] };
}
