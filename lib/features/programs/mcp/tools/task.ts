import { z } from "zod";
import type { AgentCall } from "../../../../spending/programs/agent-call.ts";
import type { Found } from "../../../../spending/programs/answer.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { tool } from "../../../../spending/programs/tool.ts";
import { endTask, getTask, openTask } from "../../../../spending/tasks.ts";
import type { AgentTaskRow } from "../../../../store/agent-spending.ts";

const tasksShown = 40;

export const task = tool({
  name: "task",
  title: "Tasks and their budgets",
  description:
    "Free. open: a task with a budget in credits, whose id the paid tools take; status: what it has spent; list; close. The token's caps bound the sum of its tasks.",
  cost: "free",
  readOnly: false,
  input: z.object({
    action: z.enum(["open", "status", "list", "close"]),
    task_id: z.string().max(60).optional(),
    title: z.string().trim().min(1).max(120).optional(),
    budget: z.int().min(0).max(100_000).optional().describe("Credits that the task may spend."),
  }),
  async run(call, asked): Promise<Found> {
    const { rows, token, deps } = call;
    const nowMs = deps.clock.nowMs();
    if (asked.action === "list") {
      const tasks = (await rows.agents.tasks(token.owner_id, 200)).filter((each) => each.token_id === token.token_id);
      return { facts: { tasks: tasks.slice(0, tasksShown).map((each) => taskFacts(call, each)) } };
    }
    if (asked.action === "open") {
      const { title, budget } = asked;
      if (title === undefined || budget === undefined) {
        throw new ToolRefusal("invalid_arguments", "A task is opened with a title and a budget.");
      }
      const row = await openTask(rows, token, { title, budget }, nowMs);
      return { facts: { task: await taskFacts(call, row) }, taskId: row.task_id };
    }
    if (asked.task_id === undefined) throw new ToolRefusal("invalid_arguments", "Name the task by its task_id.");
    const row = await getTask(rows, token, asked.task_id);
    if (asked.action === "close")
      await endTask(rows, { ownerId: row.owner_id, taskId: row.task_id, state: "closed", at: nowMs });
    return { facts: { task: await taskFacts(call, await getTask(rows, token, asked.task_id)) }, taskId: row.task_id };
  },
});

async function taskFacts({ rows }: AgentCall, row: AgentTaskRow) {
  const spent = await rows.agents.spent({ task: row.task_id });
  return {
    task_id: row.task_id,
    title: row.title,
    state: row.state,
    budget: row.budget,
    spent,
    left: row.state === "open" ? Math.max(0, row.budget - spent) : 0,
  };
}
