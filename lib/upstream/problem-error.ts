import { z } from "zod";
import type { AppProblem } from "../contract/app-problem.ts";

/** A problem of a call to the service or of the connection to it. Codes of the interface are kept unchanged. */
export interface UpstreamProblem extends AppProblem {
  readonly document_id?: string;
  readonly content_status?: string;
}

/** The app's own codes for failures of the connection. */
export const transportCodes = {
  upstream_unreachable: 502,
  upstream_timeout: 504,
  upstream_redirected: 502,
  unreadable_answer: 502,
  unexpected_status: 502,
  too_many_requests: 429,
  paused: 429,
  validation_failed: 422,
} as const;

export class ProblemError extends Error {
  readonly problem: UpstreamProblem;
  /** True where the service can't have started on the request: it was never sent, or the service says so. */
  readonly neverStarted: boolean;

  constructor(
    problem: Pick<UpstreamProblem, "status" | "code" | "detail"> & Partial<UpstreamProblem>,
    options: { neverStarted?: boolean; cause?: unknown } = {},
  ) {
    super(`${problem.status} ${problem.code}`, { cause: options.cause });
    this.name = "ProblemError";
    this.problem = { instance: null, retry_after_seconds: null, ...problem };
    this.neverStarted = options.neverStarted ?? false;
  }
}

export function isProblem(error: unknown, code?: string): error is ProblemError {
  return error instanceof ProblemError && (code === undefined || error.problem.code === code);
}

const SaidProblem = z.object({
  code: z.string().min(1).max(100),
  detail: z.string().catch(""),
  title: z.string().catch(""),
  instance: z.string().nullable().catch(null),
  document_id: z.string().optional().catch(undefined),
  content_status: z.string().optional().catch(undefined),
  retry_after_seconds: z.number().nonnegative().optional().catch(undefined),
});

const SaidValidation = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])).catch([]), msg: z.string().catch("") })),
});

interface Answer {
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly body: string;
}

/** The problem in an unsuccessful answer; whatever the answer's form, it has a status and a code. */
export function problemOfAnswer({ status, requestId, retryAfterSeconds, body }: Answer): UpstreamProblem {
  const raw = parseJson(body);
  const said = SaidProblem.safeParse(raw);
  if (said.success) {
    const { code, detail, title, instance, document_id, content_status, retry_after_seconds } = said.data;
    return {
      status,
      code,
      detail: detail === "" ? title : detail,
      instance: requestId ?? instance,
      retry_after_seconds: retryAfterSeconds ?? retry_after_seconds ?? null,
      ...(document_id === undefined ? {} : { document_id }),
      ...(content_status === undefined ? {} : { content_status }),
    };
  }
  const common = { status, instance: requestId, retry_after_seconds: retryAfterSeconds };
  const invalid = SaidValidation.safeParse(raw);
  if (status === 422 && invalid.success) {
    const detail = invalid.data.detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    return { ...common, code: "validation_failed", detail };
  }
  // Protection by an edge server answers 429 in another format, or as HTML.
  if (status === 429) return { ...common, code: "too_many_requests", detail: "The service asks for a pause." };
  return { ...common, code: "unexpected_status", detail: `The service answered ${status}.` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For pages: returns a problem as a value, so that it is shown in place while the rest of the page is rendered. */
export async function orProblem<T>(answer: Promise<T>): Promise<{ value: T } | { problem: UpstreamProblem }> {
  try {
    return { value: await answer };
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem };
    throw error;
  }
}
