import type { PriceRange } from "../../lib/contract/prices.ts";
import type { ValidationFailure } from "../../lib/contract/problems.ts";
import {
  HTTPValidationError,
  isProblemCode,
  type ProblemCode,
  type ProblemDetails,
} from "../../lib/contract/problems.ts";

/**
 * Why a call has no value, as a union over `code`: a `switch` on it is checked by the compiler. Problems of the service
 * keep the code and the fields of the interface; the others are this client's own.
 */
export type Problem = ServiceProblem | ClientProblem;

interface Told {
  readonly status: number;
  readonly detail: string;
  /** To be given when asking for help. */
  readonly requestId: string | null;
  readonly retry_after_seconds: number | null;
}

/** Fields that the interface adds to some problems. Each may be missing from another service's answer. */
interface Extras {
  readonly content_not_available: Extra<"document_id" | "content_status">;
  readonly invalid_section: Extra<"section_id_now">;
  readonly quota_exceeded: Extra<"credits_required" | "credits_remaining">;
}

type Extra<F extends keyof ProblemDetails> = { readonly [K in F]: ProblemDetails[K] | undefined };

export type ServiceProblem = {
  [C in ProblemCode]: Told & { readonly code: C } & (C extends keyof Extras ? Extras[C] : unknown);
}[ProblemCode];

export type ClientProblem =
  /** The request has parameters of a wrong type, or lacks some (422). */
  | (Told & { readonly code: "validation_failed"; readonly failures: readonly ValidationFailure[] })
  /** A code that this version does not know: a generic error. */
  | (Told & { readonly code: "unknown_problem"; readonly said: string })
  /** An answer without a problem document: an edge server's 429, a proxy's page, a redirect that was not followed. */
  | (Told & { readonly code: "throttled" | "redirected" | "unexpected_answer" })
  /** `status` is 0: there was no answer, or none that can be read. */
  | (Told & { readonly code: "unreachable" | "timed_out" | "broke_off" | "unreadable_answer" | "stopped" })
  /** Nothing was sent: the price may be above `maxCredits`. */
  | (Told & { readonly code: "over_max_credits"; readonly price: PriceRange; readonly maxCredits: number })
  /** It may have been charged, and its answer was lost. The same call with the same `intent` asks for it again. */
  | (Told & { readonly code: "outcome_unknown"; readonly intent: string; readonly after: Problem });

/** A problem of the connection or of the call itself. */
export function ownProblem<const C extends "unreachable" | "timed_out" | "broke_off" | "unreadable_answer" | "stopped">(
  code: C,
  detail: string,
  requestId: string | null = null,
) {
  return { code, status: 0, detail, requestId, retry_after_seconds: null };
}

/** No text of a problem is longer, whatever a service sends. */
const textMax = 2_000;

/** An unsuccessful answer as it arrived. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** Reads any unsuccessful answer, whoever wrote it. `fromService`: the service itself answered, not a proxy on the way. */
export function readRefusal(refusal: Refusal): { readonly problem: Problem; readonly fromService: boolean } {
  const { status, requestId, retryAfterSeconds } = refusal;
  const raw = parseObject(refusal.body);
  const told = { status, requestId, retry_after_seconds: retryAfterSeconds };
  const said = textOf(raw, "code");
  if (said !== undefined) return { problem: ofDetails(said, raw, told), fromService: true };
  const validation = HTTPValidationError.safeParse(raw);
  if (status === 422 && validation.success) {
    const failures = validation.data.detail;
    const detail = failures.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    return { problem: { ...told, code: "validation_failed", detail, failures }, fromService: true };
  }
  const code = status === 429 ? "throttled" : status >= 300 && status < 400 ? "redirected" : "unexpected_answer";
  const detail =
    code === "redirected"
      ? "The address answers with a redirect, and a key is sent to no other address."
      : `The answer has status ${status} and no problem document.`;
  return { problem: { ...told, code, detail }, fromService: false };
}

/** A field of a wrong type counts as missing, so that it can't hide the code. */
function ofDetails(code: string, raw: Fields, told: Omit<Told, "detail">): Problem {
  const common = {
    ...told,
    detail: textOf(raw, "detail") ?? textOf(raw, "title") ?? "",
    requestId: told.requestId ?? textOf(raw, "instance") ?? null,
    retry_after_seconds: told.retry_after_seconds ?? countOf(raw, "retry_after_seconds") ?? null,
  };
  if (!isProblemCode(code)) return { ...common, code: "unknown_problem", said: code };
  switch (code) {
    case "content_not_available":
      return {
        ...common,
        code,
        document_id: textOf(raw, "document_id"),
        content_status: textOf(raw, "content_status"),
      };
    case "invalid_section":
      return { ...common, code, section_id_now: textOf(raw, "section_id_now") };
    case "quota_exceeded":
      return {
        ...common,
        code,
        credits_required: countOf(raw, "credits_required"),
        credits_remaining: countOf(raw, "credits_remaining"),
      };
    default:
      return { ...common, code };
  }
}

type Fields = Readonly<Record<string, unknown>>;

function textOf(raw: Fields, name: keyof ProblemDetails & string): string | undefined {
  const value = raw[name];
  return typeof value === "string" ? value.slice(0, textMax) : undefined;
}

function countOf(raw: Fields, name: keyof ProblemDetails & string): number | undefined {
  const value = raw[name];
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function parseObject(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
