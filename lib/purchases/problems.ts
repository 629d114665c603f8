import type { AppProblem } from "./wire.ts";

/** A refusal of the purchase routes: carries the problem document that the caller is told. */
export class PurchaseProblem extends Error {
  readonly problem: AppProblem;

  constructor(status: number, code: string, detail: string, more: Partial<AppProblem> = {}) {
    super(code);
    this.name = "PurchaseProblem";
    this.problem = { status, code, detail, instance: null, retry_after_seconds: null, ...more };
  }
}
