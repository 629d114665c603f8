import { type ProblemCode, problemTable, problemType, type ValidationFailure } from "../../lib/contract/problems.ts";

/** A refusal that is sent to the caller. `cause` is logged and never sent. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: ProblemFields;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Problem";
    this.code = code;
    this.fields = options.fields ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problemTable[this.code].status;
  }
}

export interface ProblemFields {
  readonly section_id_now?: string;
  readonly document_id?: string;
  readonly content_status?: string;
  readonly retry_after_seconds?: number;
  readonly credits_required?: number;
  readonly credits_remaining?: number;
  /** Of the operator's routes: whether they can be opened. */
  readonly operator?: "on" | "off";
}

export interface ProblemOptions {
  readonly fields?: ProblemFields;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** 422: every failure of one request. */
export class ValidationProblem extends Error {
  readonly failures: readonly ValidationFailure[];

  constructor(failures: readonly ValidationFailure[]) {
    super("The request is not valid.");
    this.name = "ValidationProblem";
    this.failures = failures;
  }
}

export const notFound = (detail = "There is no such resource."): Problem => new Problem("not_found", detail);

export function problemBody(problem: Problem, publicUrl: string, requestId: string): string {
  const { status, title } = problemTable[problem.code];
  return JSON.stringify({
    type: problemType(publicUrl, problem.code),
    title,
    status,
    code: problem.code,
    detail: problem.message,
    instance: requestId,
    ...problem.fields,
  });
}

export function retryAfter(untilMs: number, nowMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil((untilMs - nowMs) / 1000))) };
}
