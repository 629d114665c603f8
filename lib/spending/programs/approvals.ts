import { randomBytes } from "node:crypto";
import { logEvent } from "../../log.ts";
import type { AgentApprovalRow } from "../../store/agent-spending.ts";
import type { AgentSpender, PurchaseStore } from "../ports.ts";
import { approvalLifeMs } from "../pricing/agent-limits.ts";
import { isWithin, type Plan, planKey, planOfRow, planRow } from "../pricing/plan.ts";
import { PurchaseProblem } from "../problems.ts";
import type { PurchaseAction } from "../wire.ts";

/** Plans at or over the owner's threshold: asked by a program, confirmed or declined by a signed-in person. */
const askedMax = 20;

interface AskedPlan {
  readonly ownerId: string;
  readonly agent: AgentSpender;
  readonly plan: Plan;
}

/** The question to the person; the same question asked again while it waits is the same one. */
export function askApproval(rows: PurchaseStore, { ownerId, agent, plan }: AskedPlan, nowMs: number) {
  return rows.atomically(async (): Promise<AgentApprovalRow> => {
    const of = { token_id: agent.tokenId, task_id: agent.taskId };
    const known = await rows.agents.approvalFor(of, planKey(plan.action), nowMs - approvalLifeMs);
    if (known?.state === "asked" && isWithin(planOfRow(known), [plan.most])) return known;
    if ((await rows.agents.askedCount(agent.tokenId, nowMs - approvalLifeMs)) >= askedMax) {
      const detail = `${askedMax} plans of this token wait for a person. Nothing was run.`;
      throw new PurchaseProblem(409, "approvals_full", detail);
    }
    const row: AgentApprovalRow = {
      ...of,
      approval_id: `apr_${randomBytes(12).toString("base64url")}`,
      owner_id: ownerId,
      ...planRow(plan),
      state: "asked",
      asked_at: nowMs,
      decided_at: null,
    };
    await rows.agents.addApproval(row);
    return row;
  }, ownerId);
}

export interface ApprovalView {
  readonly approval_id: string;
  readonly state: "asked" | "approved" | "declined" | "expired";
  readonly action: PurchaseAction;
  readonly credits_max: number;
  readonly asked_at: number;
  readonly decided_at: number | null;
  readonly token_name: string;
  readonly task_title: string | null;
  readonly document_title: string | null;
  readonly issuer_name: string | null;
}

/** Undefined for another owner's, as for one that doesn't exist. */
export async function approvalView(
  rows: PurchaseStore,
  owner: { readonly ownerId: string; readonly upstream: string },
  approvalId: string,
  nowMs: number,
): Promise<ApprovalView | undefined> {
  const row = await rows.agents.approval(approvalId);
  if (row === undefined || row.owner_id !== owner.ownerId) return undefined;
  const { action, most } = planOfRow(row);
  const card =
    "document_id" in action
      ? await rows.artifacts.snapshot(owner.ownerId, owner.upstream, action.document_id)
      : undefined;
  return {
    approval_id: row.approval_id,
    state: isExpired(row, nowMs) ? "expired" : row.state,
    action,
    credits_max: most,
    asked_at: row.asked_at,
    decided_at: row.decided_at,
    token_name: (await rows.agents.token(row.token_id))?.name ?? "",
    task_title: row.task_id === null ? null : ((await rows.agents.task(row.task_id))?.title ?? null),
    document_title: card?.title ?? null,
    issuer_name: card?.issuer_name ?? null,
  };
}

/** False where it was decided before, has expired or is not this owner's. Nothing is bought by it. */
export async function decideApproval(
  rows: PurchaseStore,
  decision: {
    readonly ownerId: string;
    readonly approvalId: string;
    readonly state: "approved" | "declined";
    readonly at: number;
  },
): Promise<boolean> {
  const { ownerId, approvalId, state, at } = decision;
  const row = await rows.agents.approval(approvalId);
  if (row === undefined || row.owner_id !== ownerId || isExpired(row, at)) return false;
  const decided = await rows.agents.decide(decision);
  if (decided)
    logEvent("agent_plan_decided", { ownerId, tokenId: row.token_id, outcome: state, credits: row.credits_max });
  return decided;
}

function isExpired(row: AgentApprovalRow, nowMs: number): boolean {
  return nowMs - (row.decided_at ?? row.asked_at) >= approvalLifeMs;
}
