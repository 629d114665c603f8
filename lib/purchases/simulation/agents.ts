import type { Store } from "../../store/database.ts";
import { addAgentToken } from "../../store/agent-tokens.ts";
import { planOf } from "../pricing/agent-limits.ts";
import type { AgentSpender, PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import type { PurchaseAction } from "../wire.ts";
import type { IntentRow } from "../../store/purchases.ts";
import type { SeededRandom } from "./environment.ts";

/** Programs beside the people of a history: tokens with small caps, tasks with smaller budgets, and some approvals. */
const longMs = 100 * 365 * 24 * 3_600_000;

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
  plan: { readonly action: PurchaseAction; readonly credits: number },
): Promise<void> {
  const { agent } = spender;
  if (agent === undefined) return;
  const { action, credits } = plan;
  const at = clock.nowMs();
  await rows.agents.addApproval({
    approval_id: chance.id("apr"),
    owner_id: spender.ownerId,
    token_id: agent.tokenId,
    task_id: agent.taskId,
    plan: planOf(action),
    action: JSON.stringify(action),
    credits_max: credits,
    state: "approved",
    asked_at: at,
    decided_at: at,
  });
}

/** No token, task or approval was charged more than it has. */
export async function checkAgents(
  store: Store,
  charges: readonly { readonly idempotencyKey: string; readonly credits: number }[],
  byKey: ReadonlyMap<string, Pick<IntentRow, "intent_id">>,
): Promise<string[]> {
  const agentOf = store.prepare<[string], Record<"token_id" | "task_id" | "approval_id", string | null>>(
    "select token_id, task_id, approval_id from intent_agents where intent_id = ?",
  );
  const spent = new Map<string, number>();
  for (const charge of charges) {
    const intent = byKey.get(charge.idempotencyKey);
    const agent = intent === undefined ? undefined : await agentOf.get(intent.intent_id);
    for (const id of agent === undefined ? [] : Object.values(agent)) {
      if (id !== null) spent.set(id, (spent.get(id) ?? 0) + charge.credits);
    }
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
