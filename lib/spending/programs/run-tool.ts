import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { logger } from "../../log.ts";
import { busyProblem } from "../../owners/answers.ts";
import type { AgentCall } from "./agent-call.ts";
import { answerOf, errorOf } from "./answer.ts";
import { moneyOf } from "./money.ts";
import { problemIn, ToolRefusal } from "./refusal.ts";
import type { Tool } from "./tool.ts";

/** Runs a tool: whatever happens, the answer is one that a program can read, and has the money facts. */
export async function runTool(call: AgentCall, tool: Tool, raw: unknown): Promise<CallToolResult> {
  const parsed = tool.input.safeParse(raw ?? {});
  if (!parsed.success) {
    const missing = tool.cost === "paid" && !hasMaximum(raw);
    const code = missing ? "max_credits_required" : "invalid_arguments";
    const detail = missing
      ? "This tool may cost credits: say by max_credits how many at most. Nothing was run."
      : `${z.prettifyError(parsed.error)} It takes ${Object.keys(tool.input.shape).join(", ")}. Nothing was run.`;
    return errorOf({ code, detail: detail.slice(0, 2_000) }, await moneyOf(call));
  }
  const taskId = taskIdOf(raw);
  try {
    const found = await tool.run(call, raw ?? {});
    const { charged, price } = found;
    return answerOf(found, await moneyOf(call, { charged, price, taskId: found.taskId ?? taskId }));
  } catch (error) {
    if (error instanceof ToolRefusal) {
      const { code, detail, facts, price } = error;
      const charged = typeof facts["charged"] === "number" ? facts["charged"] : 0;
      return errorOf({ code, detail, ...facts }, await moneyOf(call, { charged, price, taskId }));
    }
    const problem = problemIn(error) ?? busyProblem(error);
    if (problem === undefined) {
      logger().error({ err: error, action: tool.name }, "a tool failed");
      const detail = "The app failed. The ledger tells whether anything was charged.";
      return errorOf({ code: "app_error", detail }, await moneyOf(call, { taskId }));
    }
    const { code, detail, retry_after_seconds } = problem;
    return errorOf({ code, detail, retry_after_seconds }, await moneyOf(call, { taskId }));
  }
}

function hasMaximum(raw: unknown): boolean {
  return typeof raw === "object" && raw !== null && "max_credits" in raw && raw.max_credits !== undefined;
}

function taskIdOf(raw: unknown): string | undefined {
  if (typeof raw !== "object" || raw === null || !("task_id" in raw)) return undefined;
  return typeof raw.task_id === "string" ? raw.task_id : undefined;
}
