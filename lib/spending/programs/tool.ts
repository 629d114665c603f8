import { z } from "zod";
import type { AgentCall } from "./agent-call.ts";
import type { Found } from "./answer.ts";

/** One tool: its name and words for the program that calls, the shape of its arguments, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly cost: "free" | "paid";
  /** Only tools that change nothing, not even a task. */
  readonly readOnly: boolean;
  readonly input: z.ZodObject;
  run(call: AgentCall, input: unknown): Promise<Found> | Found;
}

interface Definition<S extends z.ZodObject> extends Omit<Tool, "input" | "run"> {
  readonly input: S;
  run(call: AgentCall, input: z.output<S>): Promise<Found> | Found;
}

/** Joins a tool's arguments with what it does, and forgets their type, so that tools of any arguments make one list. */
export function tool<S extends z.ZodObject>(definition: Definition<S>): Tool {
  // An argument that does not exist is refused: dropping it would answer another question than was asked.
  const input = definition.input.strict();
  return { ...definition, input, run: (call, given) => definition.run(call, definition.input.parse(given)) };
}

export const maxCredits = z
  .int()
  .min(0)
  .max(1_000)
  .describe("The most credits this call may charge. 0: only what is owned.");
export const taskId = z.string().max(60).optional().describe("The task whose budget pays.");
export const page = z.int().min(1).max(10_000).default(1).describe("Page of a long answer; turning pages is free.");
export const day = z.iso.date();
