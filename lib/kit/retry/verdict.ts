import type { AppProblem } from "../../contract/app-problem.ts";
import { isProblemCode } from "../../contract/problems.ts";

/**
 * Judges the result of an attempt and decides what may follow. This ensures that nothing is charged twice; it is pure
 * and tested case by case. The web app's purchases and the client package follow it.
 */

/** Other fields of a problem are returned as they came. */
interface Judged {
  readonly status: number;
  readonly code: string;
}

export type Attempt<P extends Judged = AppProblem> =
  /** A 2xx whose body arrived in full and is on disk. */
  | { readonly kind: "delivered" }
  /** A 2xx whose body broke off. */
  | { readonly kind: "broken"; readonly problem: P }
  /** An answer that is no 2xx. */
  | {
      readonly kind: "refused";
      readonly problem: P;
      readonly fromService: boolean;
      readonly pauseMs: number | undefined;
    }
  /** No byte can have reached the service. */
  | { readonly kind: "not_sent"; readonly problem: P }
  /** It was sent, but not answered. */
  | { readonly kind: "lost"; readonly problem: P };

export interface Circumstances {
  /** The service announced that it recognises our idempotency key, and the promise still holds. */
  readonly idempotent: boolean;
  /** An earlier attempt of the same intent may have been charged. */
  readonly ambiguousBefore: boolean;
  /** It was sent so long ago that the service can't be working on it any more. */
  readonly settled: boolean;
  /** The service refused because the credits don't suffice, not because of too many requests. */
  readonly outOfCredits: boolean;
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly timeouts: number;
}

export type Verdict<P extends Judged = AppProblem> =
  | { readonly do: "store" }
  | { readonly do: "fail"; readonly problem: P }
  /** `wait`: the service is still working on the same request; waiting doesn't count as an attempt. */
  | { readonly do: "again"; readonly pauseMs: number | undefined; readonly wait: boolean }
  | { readonly do: "unknown"; readonly problem: P };

/**
 * Codes that the service gives only after it has looked up the idempotency key: had an earlier attempt been charged,
 * its answer would have come instead. Other codes (a bad key, a rate limit) may come before that and prove nothing.
 */
const decisive = new Set([
  "not_found",
  "invalid_section",
  "content_not_available",
  "image_not_available",
  "search_backend_timeout",
  "service_busy",
]);

export function judge<P extends Judged>(attempt: Attempt<P>, at: Circumstances): Verdict<P> {
  if (attempt.kind === "delivered") return { do: "store" };
  const more = at.attempt < at.attemptsMax;
  if (attempt.kind === "refused" && attempt.problem.code === "idempotency_in_progress") {
    return { do: "again", pauseMs: attempt.pauseMs, wait: true };
  }
  if (isAmbiguous(attempt)) {
    // Sent again only where the service promised to recognise it; otherwise only by the user.
    return at.idempotent && more
      ? { do: "again", pauseMs: pauseOf(attempt), wait: false }
      : { do: "unknown", problem: attempt.problem };
  }
  const retryable = more && isRetryable(attempt, at);
  if (retryable) return { do: "again", pauseMs: pauseOf(attempt), wait: false };
  if (!at.ambiguousBefore) return { do: "fail", problem: attempt.problem };
  return isProof(attempt, at) ? { do: "fail", problem: attempt.problem } : { do: "unknown", problem: attempt.problem };
}

/** A refusal may prove that no earlier attempt was charged. */
function isProof(attempt: Attempt<Judged>, at: Circumstances): boolean {
  if (attempt.kind !== "refused" || !at.settled || !at.idempotent) return false;
  return decisive.has(attempt.problem.code) || (attempt.problem.code === "quota_exceeded" && at.outOfCredits);
}

/** It may have been charged although it brought no answer. */
export function isAmbiguous(attempt: Attempt<Judged>): boolean {
  if (attempt.kind === "lost" || attempt.kind === "broken") return true;
  // By the interface 4xx and 5xx cost nothing. But a 5xx without a problem document came from a proxy on the way,
  // and tells nothing of what the service did.
  if (attempt.kind !== "refused") return false;
  // The service is working on a copy of this request, which will be charged whatever the next answer is.
  if (attempt.problem.code === "idempotency_in_progress") return true;
  return attempt.problem.status >= 500 && !attempt.fromService;
}

function isRetryable(attempt: Attempt<Judged>, at: Circumstances): boolean {
  if (attempt.kind === "not_sent") return true;
  if (attempt.kind !== "refused") return false;
  const { code, status } = attempt.problem;
  if (code === "quota_exceeded") return false;
  if (code === "search_backend_timeout") return at.timeouts < 2;
  if (status === 429) return true;
  return status >= 500 && attempt.fromService && isProblemCode(code);
}

function pauseOf(attempt: Attempt<Judged>): number | undefined {
  return attempt.kind === "refused" ? attempt.pauseMs : undefined;
}
