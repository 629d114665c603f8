import { randomUUID } from "node:crypto";
import type { AppProblem } from "../contract/app-problem.ts";
import { retryMsOf, WorkerEndedError } from "../kit/workers/errors.ts";
import { logger } from "../log.ts";
import { routes } from "../routes.ts";

/** Responses of the app's own routes: never stored by shared caches, errors as RFC 7807 with a code to branch on. */

const privateHeaders = { "Cache-Control": "private, no-store" } as const;

export class RouteProblem extends Error {
  readonly problem: AppProblem;
  constructor(problem: Pick<AppProblem, "status" | "code" | "detail"> & Partial<AppProblem>) {
    super(problem.code);
    this.name = "RouteProblem";
    this.problem = { instance: null, retry_after_seconds: null, ...problem };
  }
}

/** The problem of a thrown value, where it carries one for the caller. */
function problemIn(error: unknown): AppProblem | undefined {
  if (typeof error !== "object" || error === null || !("problem" in error)) return undefined;
  const { problem } = error;
  return typeof problem === "object" && problem !== null && "code" in problem ? (problem as AppProblem) : undefined;
}

export function privateJson(value: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  for (const [name, each] of Object.entries(privateHeaders)) headers.set(name, each);
  return Response.json(value, { ...init, headers });
}

export function noContent(headers: HeadersInit = {}): Response {
  return new Response(null, {
    status: 204,
    headers: { ...privateHeaders, ...Object.fromEntries(new Headers(headers)) },
  });
}

/** The request id in the answer is also in the log, so that the failure can be found there. */
function failureOfOurs(error: unknown): AppProblem {
  const requestId = randomUUID();
  logger().error({ err: error, requestId }, "a handler failed");
  return {
    status: 500,
    code: "app_error",
    detail: "The app failed. Nothing was charged by this answer.",
    instance: requestId,
    retry_after_seconds: null,
  };
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

/** Redirects to the sign-in page and clears the browser's storage: its next user must not find the last one's pages. */
export function leftBrowser(): Response {
  return new Response(null, {
    status: 303,
    headers: { ...privateHeaders, Location: routes.signIn(), "Clear-Site-Data": '"cache", "storage"' },
  });
}

export function problemResponse(error: unknown): Response {
  const problem = problemIn(error) ?? busyProblem(error) ?? failureOfOurs(error);
  const headers = new Headers({ ...privateHeaders, "Content-Type": "application/problem+json" });
  if (problem.retry_after_seconds !== null) headers.set("Retry-After", String(problem.retry_after_seconds));
  if (problem.instance !== null) headers.set("X-Request-Id", problem.instance);
  const { status, code, detail, instance, retry_after_seconds, ...more } = problem;
  const body = {
    type: "about:blank",
    title: code.replaceAll("_", " "),
    status,
    code,
    detail,
    instance,
    retry_after_seconds,
    ...more,
  };
  return new Response(JSON.stringify(body), { status, headers });
}
