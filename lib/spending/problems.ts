import { randomUUID } from "node:crypto";
import { retryMsOf, WorkerEndedError } from "../kit/workers/errors.ts";
import { logger } from "../log.ts";
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

/** Work that no thread has done, for now: nothing is broken. A thread that ended is told in the log. */
export function busyProblem(error: unknown): AppProblem | undefined {
  const retryMs = retryMsOf(error);
  if (retryMs === undefined) return undefined;
  const requestId = randomUUID();
  if (error instanceof WorkerEndedError) logger().error({ err: error, requestId }, "a thread ended");
  return {
    status: 503,
    code: "too_many_requests",
    detail: "Too much is asked for just now.",
    instance: requestId,
    retry_after_seconds: Math.ceil(retryMs / 1000),
  };
}

/** The problem that an error carries; one that carries none is the app's own. */
export function problemOfError(error: unknown): AppProblem {
  if (error instanceof PurchaseProblem) return error.problem;
  const carried = typeof error === "object" && error !== null && "problem" in error ? error.problem : undefined;
  if (typeof carried === "object" && carried !== null && "code" in carried && "status" in carried) {
    const { code, status } = carried;
    if (typeof code === "string" && typeof status === "number") {
      return { status, code, detail: "", instance: null, retry_after_seconds: null };
    }
  }
  return { status: 500, code: "app_error", detail: "", instance: null, retry_after_seconds: null };
}
