import { randomBytes } from "node:crypto";
import { logEvent } from "../log.ts";
import type { AgentTaskRow } from "../store/agent-spending.ts";
import type { AgentTokenRow } from "../store/agent-tokens.ts";
import type { PurchaseStore } from "./ports.ts";
import { agentLimits } from "./pricing/agent-limits.ts";
import { PurchaseProblem } from "./problems.ts";

/** Tasks: what a program spends for one purpose, within a budget. The token's caps bound the sum of its tasks. */
const openTasksMax = 20;

interface WantedTask {
  readonly title: string;
  readonly budget: number;
}

export async function openTask(
  rows: PurchaseStore,
  token: AgentTokenRow,
  wanted: WantedTask,
  nowMs: number,
): Promise<AgentTaskRow> {
  const { title, budget } = wanted;
  const task = await rows.atomically(async (): Promise<AgentTaskRow> => {
    if (token.scope !== "spend" && budget > 0) {
      throw new PurchaseProblem(409, "token_may_not_spend", "This token may not spend, so a task has a budget of 0.");
    }
    if ((await rows.agents.openTaskCount(token.token_id)) >= openTasksMax) {
      throw new PurchaseProblem(409, "tasks_full", `This token has ${openTasksMax} open tasks. Close one first.`);
    }
    const free = await freeForTasks(rows, token, nowMs);
    if (budget > free) {
      const detail = `The token's cap leaves ${free} credits beside its open tasks. The task was not opened.`;
      throw new PurchaseProblem(409, "over_token_total_cap", detail);
    }
    const row: AgentTaskRow = {
      task_id: `task_${randomBytes(9).toString("base64url")}`,
      owner_id: token.owner_id,
      token_id: token.token_id,
      title,
      budget,
      state: "open",
      opened_at: nowMs,
      ended_at: null,
    };
    await rows.agents.addTask(row);
    return row;
  }, token.owner_id);
  const { owner_id: ownerId, token_id: tokenId, task_id: taskId } = task;
  logEvent("agent_task_opened", { ownerId, tokenId, taskId, credits: budget });
  return task;
}

/** Credits that the token's cap leaves beside what its open tasks may still spend. */
async function freeForTasks(rows: PurchaseStore, token: AgentTokenRow, nowMs: number): Promise<number> {
  const left = (await agentLimits(rows.agents, { tokenId: token.token_id, taskId: null }, nowMs)).token;
  return Math.max(0, left - (await rows.agents.reservedByTasks(token.token_id)));
}

/** Ends a task: purchases under way are finished, no new ones are made. */
export async function endTask(
  rows: PurchaseStore,
  end: { readonly ownerId: string; readonly taskId: string; readonly state: "closed" | "stopped"; readonly at: number },
): Promise<boolean> {
  const ended = await rows.agents.endTask(end);
  if (ended) logEvent("agent_task_ended", { ownerId: end.ownerId, taskId: end.taskId, reason: end.state });
  return ended;
}

/** A task of this token; another token's is answered like one that doesn't exist. */
export async function getTask(rows: PurchaseStore, token: AgentTokenRow, taskId: string): Promise<AgentTaskRow> {
  const task = await rows.agents.task(taskId);
  if (task === undefined || task.token_id !== token.token_id) {
    throw new PurchaseProblem(404, "task_not_found", "This token has no such task.");
  }
  return task;
}
