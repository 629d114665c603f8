import type { BudgetRow } from "../../store/budget.ts";
import type { AgentSpender, PurchaseStore } from "../ports.ts";
import { type AgentLimits, agentLimits, spentTogether } from "./agent-limits.ts";
import { spendingOf } from "./budget.ts";

/** An owner's money, as pages, quotes and programs show it. */
export interface MoneyFacts {
  /** Null where the service has not told it. */
  readonly balance: number | null;
  readonly today: number;
  readonly month: number;
  readonly budget: BudgetRow;
}

export interface AgentMoneyFacts extends MoneyFacts {
  readonly left: AgentLimits;
  /** From this price on a person has to approve the next purchase; the token's spending within an hour counts together. */
  readonly approvalFrom: number;
}

interface Payer {
  readonly ownerId: string;
  /** Undefined where no key is there to pay. */
  readonly keyId: string | undefined;
}

export async function moneyFacts(
  rows: Pick<PurchaseStore, "budget" | "purchases">,
  { ownerId, keyId }: Payer,
  nowMs: number,
): Promise<MoneyFacts> {
  const [spending, state] = await Promise.all([
    spendingOf(rows.budget, ownerId, nowMs),
    keyId === undefined ? undefined : rows.purchases.keyState(keyId),
  ]);
  return { ...spending, balance: state?.balance ?? null };
}

/** The same for a program. */
export async function agentMoneyFacts(
  rows: Pick<PurchaseStore, "budget" | "purchases" | "agents">,
  payer: Payer & { readonly agent: AgentSpender },
  nowMs: number,
): Promise<AgentMoneyFacts> {
  const { agent } = payer;
  const facts = await moneyFacts(rows, payer, nowMs);
  const left = await agentLimits(rows.agents, agent, nowMs);
  const together = await spentTogether(rows.agents, { tokenId: agent.tokenId, taskId: null }, nowMs);
  return { ...facts, left, approvalFrom: Math.max(1, facts.budget.confirm_at - together) };
}
