import { z } from "zod";
import type { AppProblem, Price } from "../wire.ts";

/** A refusal by a tool: a code to branch on, words, and what the refused thing would have cost. */
export class ToolRefusal extends Error {
  readonly code: string;
  readonly detail: string;
  readonly price: Price | undefined;
  /** Further facts beside the error, such as the link where a person approves. */
  readonly facts: Readonly<Record<string, string | number | null>>;

  constructor(
    code: string,
    detail: string,
    more: { readonly price?: Price; readonly facts?: Readonly<Record<string, string | number | null>> } = {},
  ) {
    super(code);
    this.name = "ToolRefusal";
    this.code = code;
    this.detail = detail;
    this.price = more.price;
    this.facts = more.facts ?? {};
  }
}

const Problem = z.object({ code: z.string(), detail: z.string(), retry_after_seconds: z.number().nullable() });

/**
 * The problem of the service or of the purchase engine, where the error carries one. Not by its class: Next bundles
 * routes apart from the start, where the engine was made, so that its errors are of another class of the same name.
 */
export function problemIn(error: unknown): Pick<AppProblem, "code" | "detail" | "retry_after_seconds"> | undefined {
  if (typeof error !== "object" || error === null || !("problem" in error)) return undefined;
  return Problem.safeParse(error.problem).data;
}
