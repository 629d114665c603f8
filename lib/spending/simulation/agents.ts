import { addAgentToken } from "../../store/agent-tokens.ts";
import type { Store } from "../../store/database.ts";
import type { IntentRow } from "../../store/purchases.ts";
import type { AgentSpender, PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { type Plan, planRow } from "../pricing/plan.ts";
import type { SeededRandom } from "./environment.ts";

/** Programs beside the people of a history: tokens with small caps, tasks with smaller budgets, and some approvals. */
const longMs = 100 * 365 * 24 * 3_600_000;
/** The owners' threshold, which nobody changes in a history. */
export const confirmAt = 4;
const hourMs = 3_600_000;

/** Makes a token with two tasks for an owner; returns who may spend by it. */
export async function makeAgents(
  store: Store,
  rows: PurchaseStore,
  made: { readonly owner: string; readonly random: SeededRandom; readonly nowMs: number },
): Promise<AgentSpender[]> {
  const { owner, random, nowMs } = made;
  const tokenId = `token of ${owner}`;
  const cap = random.below(12);
  await addAgentToken(store, {
    token_id: tokenId,
    owner_id: owner,
    token_hash: tokenId,
    name: "program",
    scope: "spend",
    daily_cap: cap + random.below(3),
    total_cap: cap,
    created_at: nowMs,
    expires_at: nowMs + longMs,
    used_at: null,
    revoked_at: null,
  });
  const tasks = [1, 2].map((number) => `task ${number} of ${owner}`);
  for (const task_id of tasks) {
    await rows.agents.addTask({
      task_id,
      owner_id: owner,
      token_id: tokenId,
      title: "a task",
      budget: random.below(7),
      state: "open",
      opened_at: nowMs,
      ended_at: null,
    });
  }
  return [null, ...tasks].map((taskId) => ({ tokenId, taskId }));
}

/** A person approves a program's plan for at most its price. */
export async function approvePlan(
  { clock, chance }: Pick<SpendingDeps, "clock" | "chance">,
  rows: PurchaseStore,
  spender: Spender,
  plan: Plan,
): Promise<void> {
  const { agent } = spender;
  if (agent === undefined) return;
  const at = clock.nowMs();
  await rows.agents.addApproval({
    approval_id: chance.id("apr"),
    owner_id: spender.ownerId,
    token_id: agent.tokenId,
    task_id: agent.taskId,
    ...planRow(plan),
    state: "approved",
    asked_at: at,
    decided_at: at,
  });
}

interface AgentCharge {
  readonly credits: number;
  readonly of: Record<"token_id" | "task_id" | "approval_id", string | null>;
  readonly opened_at: number;
}

/**
 * No token, task or approval was charged more than it has, and without an approval no token was charged as much as the
 * owner's threshold within an hour.
 */
export async function checkAgents(
  store: Store,
  charges: readonly { readonly idempotencyKey: string; readonly credits: number }[],
  byKey: ReadonlyMap<string, Pick<IntentRow, "intent_id" | "opened_at">>,
): Promise<string[]> {
  const agentOf = store.prepare<[string], AgentCharge["of"]>(
    "select token_id, task_id, approval_id from intent_agents where intent_id = ?",
  );
  const byAgents: AgentCharge[] = [];
  for (const { idempotencyKey, credits } of charges) {
    const intent = byKey.get(idempotencyKey);
    const of = intent === undefined ? undefined : await agentOf.get(intent.intent_id);
    if (intent === undefined || of === undefined) continue;
    byAgents.push({ credits, of, opened_at: intent.opened_at });
  }
  return [...(await overLimits(store, byAgents)), ...togetherOverThreshold(byAgents)];
}

async function overLimits(store: Store, charges: readonly AgentCharge[]): Promise<string[]> {
  const spent = new Map<string, number>();
  for (const { of, credits } of charges) {
    for (const id of Object.values(of)) if (id !== null) spent.set(id, (spent.get(id) ?? 0) + credits);
  }
  const limit = store.prepare<[string, string, string], { most: number }>(
    `select total_cap as most from agent_tokens where token_id = ?
     union all select budget as most from agent_tasks where task_id = ?
     union all select credits_max as most from agent_approvals where approval_id = ?`,
  );
  const over: string[] = [];
  for (const [id, credits] of spent) {
    const most = (await limit.get(id, id, id))?.most ?? 0;
    if (credits > most) over.push(`agents: ${id} spent ${credits} of ${most}`);
  }
  return over;
}

function togetherOverThreshold(charges: readonly AgentCharge[]): string[] {
  const small = charges.filter(({ of }) => of.approval_id === null);
  return small.flatMap((first) => {
    const within = small.filter(
      ({ of, opened_at }) =>
        of.token_id === first.of.token_id && opened_at >= first.opened_at && opened_at < first.opened_at + hourMs,
    );
    const credits = within.reduce((sum, each) => sum + each.credits, 0);
    if (credits < confirmAt) return [];
    return [`agents: ${first.of.token_id} was charged ${credits} without an approval`];
  });
}
