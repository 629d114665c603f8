import type { AppProblem } from "../contract/app-problem.ts";

/** A refusal by the purchase routes, with the problem document for the caller. */
export class PurchaseProblem extends Error {
  readonly problem: AppProblem;

  constructor(status: number, code: string, detail: string, more: Partial<AppProblem> = {}) {
    super(code);
    this.name = "PurchaseProblem";
    this.problem = { status, code, detail, instance: null, retry_after_seconds: null, ...more };
  }
}

/** The problem that an error carries; one that carries none is the app's own. */
export function problemOfError(error: unknown): AppProblem {
  if (error instanceof PurchaseProblem) return error.problem;
  const carried = typeof error === "object" && error !== null && "problem" in error ? error.problem : undefined;
  if (typeof carried === "object" && carried !== null && "code" in carried && "status" in carried) {
    const { code, status } = carried;
    if (typeof code === "string" && typeof status === "number") {
      const detail = "detail" in carried && typeof carried.detail === "string" ? carried.detail : "";
      return { status, code, detail, instance: null, retry_after_seconds: null };
    }
  }
  return { status: 500, code: "app_error", detail: "", instance: null, retry_after_seconds: null };
}
