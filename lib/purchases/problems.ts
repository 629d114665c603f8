import type { AppProblem } from "./wire.ts";

/** A refusal by the purchase routes, with the problem document for the caller. */
export class PurchaseProblem extends Error {
  readonly problem: AppProblem;

  constructor(status: number, code: string, detail: string, more: Partial<AppProblem> = {}) {
    super(code);
    this.name = "PurchaseProblem";
    this.problem = { status, code, detail, instance: null, retry_after_seconds: null, ...more };
  }
}
