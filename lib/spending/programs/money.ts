import { agentMoneyFacts } from "../pricing/money-facts.ts";
import type { Price } from "../wire.ts";
import type { AgentCall } from "./agent-call.ts";

/** The money facts of an answer or an error. Null where there is no such limit, or the service has not told. */
export interface Money {
  /** Credits that this purchase charged; 0 for what is free or owned. */
  readonly charged: number;
  readonly price_min: number;
  readonly price_max: number;
  readonly balance: number | null;
  readonly token_left_today: number;
  readonly token_left: number;
  readonly task_left: number | null;
  readonly owner_left_today: number | null;
  readonly owner_left_month: number | null;
  /** From this price on a person has to approve the next purchase; the token's spending within an hour counts together. */
  readonly approval_from: number;
}

interface Bill {
  readonly charged?: number | undefined;
  readonly price?: Price | undefined;
  readonly taskId?: string | undefined;
}

export async function moneyOf(call: AgentCall, { charged, price, taskId }: Bill = {}): Promise<Money> {
  const { rows, token, deps } = call;
  const nowMs = deps.clock.nowMs();
  const agent = { tokenId: token.token_id, taskId: await ownTask(call, taskId) };
  const payer = { ownerId: token.owner_id, keyId: call.upstream?.keyId, agent };
  const { balance, today, month, budget, left, approvalFrom } = await agentMoneyFacts(rows, payer, nowMs);
  const leftOf = (cap: number | null, spent: number) => (cap === null ? null : Math.max(0, cap - spent));
  return {
    charged: charged ?? 0,
    price_min: price?.min ?? 0,
    price_max: price?.max ?? 0,
    balance,
    token_left_today: left.tokenToday,
    token_left: left.token,
    task_left: left.task,
    owner_left_today: leftOf(budget.daily_cap, today),
    owner_left_month: leftOf(budget.monthly_cap, month),
    approval_from: approvalFrom,
  };
}

/** Another token's task tells nothing. */
async function ownTask({ rows, token }: AgentCall, taskId: string | undefined): Promise<string | null> {
  if (taskId === undefined) return null;
  return (await rows.agents.task(taskId))?.token_id === token.token_id ? taskId : null;
}
