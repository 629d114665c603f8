import { retryMsOf } from "../../lib/kit/workers/errors.ts";
import { Problem } from "./problem.ts";

/**
 * The problem of work that waited too long: for a thread whose queue is full, or beyond its deadline. Nothing is broken,
 * so that it is never a 500; undefined for any other error.
 */
export function busyProblem(error: unknown): Problem | undefined {
  const retryMs = retryMsOf(error);
  if (retryMs === undefined) return undefined;
  const headers = { "Retry-After": String(Math.ceil(retryMs / 1000)) };
  return new Problem("service_busy", "Too much is asked for just now; nothing was charged.", { headers, cause: error });
}
