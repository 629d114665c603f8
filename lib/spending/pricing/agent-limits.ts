import { jstDate, jstDayStartMs } from "../../contract/dates.ts";
import type { AgentSpendingRows } from "../../store/agent-spending.ts";
import type { AgentSpender } from "../ports.ts";
import type { PurchaseAction, SinglePurchase } from "../wire.ts";
import { isWithin, planKey, planOfRow } from "./plan.ts";

/**
 * A program may spend within its token's caps, its task's budget, and the owner's threshold unless a person approved.
 */

/** A question to a person, and the answer to it, are good for a day. */
export const approvalLifeMs = 24 * 3_600_000;
/** A token's unapproved spending within this time counts together, so that small calls don't pass a threshold. */
const togetherMs = 3_600_000;

export const agentRefusals = {
  token_ended: "The token was revoked or has expired. Nothing was run.",
  token_may_not_spend: "This token may not spend. Nothing was run.",
  over_token_daily_cap: "The token's limit for the day does not allow it. Nothing was run.",
  over_token_total_cap: "The token's limit does not allow it. Nothing was run.",
  task_ended: "The task is not open. Nothing was run.",
  over_task_budget: "The task's budget does not allow it. Nothing was run.",
  approval_required: "A person has to approve this plan first. Nothing was run.",
  approval_declined: "A person has declined this plan. Nothing was run.",
} as const;
export type AgentRefusal = keyof typeof agentRefusals;

export type AgentPermission =
  | { readonly refusal: AgentRefusal }
  /** The approval that the spending is made under, where it needed one. */
  | { readonly approvalId: string | null };

export interface Charge {
  readonly credits: number;
  /** The owner's threshold. */
  readonly confirmAt: number;
  readonly nowMs: number;
}

interface Spending extends Charge {
  readonly action: PurchaseAction;
}

/** Called inside the transaction that creates the intents, so that parallel purchases can't pass a limit together. */
export async function agentPermission(
  rows: AgentSpendingRows,
  agent: AgentSpender,
  spending: Spending,
): Promise<AgentPermission> {
  const { action, credits, nowMs } = spending;
  const token = await rows.token(agent.tokenId);
  if (token === undefined || token.revoked_at !== null || token.expires_at <= nowMs) return refused("token_ended");
  if (credits === 0) return { approvalId: null };
  if (token.scope !== "spend") return refused("token_may_not_spend");
  const left = await agentLimits(rows, agent, nowMs);
  if (!isWithin({ most: left.tokenToday }, [credits])) return refused("over_token_daily_cap");
  if (!isWithin({ most: left.token }, [credits])) return refused("over_token_total_cap");
  if (agent.taskId !== null) {
    const task = await rows.task(agent.taskId);
    if (task === undefined || task.token_id !== agent.tokenId || task.state !== "open") return refused("task_ended");
    if (!isWithin({ most: left.task ?? 0 }, [credits])) return refused("over_task_budget");
  }
  const of = { token_id: agent.tokenId, task_id: agent.taskId };
  const approval = await rows.approvalFor(of, planKey(action), nowMs - approvalLifeMs);
  const approved = approval?.state === "approved" ? approval : await basketWith(rows, agent, action, nowMs);
  const covered =
    approved !== undefined &&
    isWithin(planOfRow(approved), [await rows.spent({ approval: approved.approval_id }), credits]);
  if (covered && approval?.state !== "declined") return { approvalId: approved.approval_id };
  if (!(await reachesThreshold(rows, agent, spending))) return { approvalId: null };
  return refused(approval?.state === "declined" ? "approval_declined" : "approval_required");
}

/** A person has to approve it by itself, or with what the token spent shortly before. */
export async function reachesThreshold(rows: AgentSpendingRows, agent: AgentSpender, charge: Charge): Promise<boolean> {
  const { credits, confirmAt, nowMs } = charge;
  if (credits === 0) return false;
  return credits >= confirmAt || credits + (await spentTogether(rows, agent, nowMs)) >= confirmAt;
}

/** Charged, open, and what the token's other questions that run may still charge; a person's approval takes it out. */
export async function spentTogether(
  rows: AgentSpendingRows,
  { tokenId, taskId }: AgentSpender,
  nowMs: number,
): Promise<number> {
  return (await rows.spentUnapproved(tokenId, nowMs - togetherMs)) + (await rows.underWay(tokenId, taskId));
}

/** A basket that a person approved for a task covers its lines and parts of them, bought one by one within its price. */
async function basketWith(rows: AgentSpendingRows, agent: AgentSpender, action: PurchaseAction, nowMs: number) {
  if (agent.taskId === null || action.kind === "basket") return undefined;
  const of = { token_id: agent.tokenId, task_id: agent.taskId };
  return (await rows.approvedOfTask(of, nowMs - approvalLifeMs)).find((row) => {
    const { action: approved } = planOfRow(row);
    return approved.kind === "basket" && approved.lines.some((line) => isPartOf(action, line));
  });
}

/** The second names everything that the first buys. */
export function isPartOf(action: SinglePurchase, line: SinglePurchase): boolean {
  if (planKey(action) === planKey(line)) return true;
  if (action.kind !== "sections" || line.kind !== "sections" || action.document_id !== line.document_id) return false;
  return action.epoch === undefined && action.sections.every((id) => line.sections.includes(id));
}

/** Never less than nothing. */
export interface AgentLimits {
  readonly tokenToday: number;
  readonly token: number;
  readonly task: number | null;
}

export async function agentLimits(rows: AgentSpendingRows, agent: AgentSpender, nowMs: number): Promise<AgentLimits> {
  const token = await rows.token(agent.tokenId);
  const by = { token: agent.tokenId };
  const task = agent.taskId === null ? undefined : await rows.task(agent.taskId);
  return {
    tokenToday: Math.max(0, (token?.daily_cap ?? 0) - (await rows.spent(by, jstDayStartMs(jstDate(nowMs))))),
    token: Math.max(0, (token?.total_cap ?? 0) - (await rows.spent(by))),
    task: task === undefined ? null : Math.max(0, task.budget - (await rows.spent({ task: task.task_id }))),
  };
}

function refused(refusal: AgentRefusal): AgentPermission {
  return { refusal };
}
