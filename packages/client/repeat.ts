import { toWireRequest, type WireRequest } from "../../lib/contract/client.ts";
import { jstDate } from "../../lib/contract/dates.ts";
import { backoffMs } from "../../lib/kit/retry/backoff.ts";
import { isAmbiguous, judge } from "../../lib/kit/retry/verdict.ts";
import { ownProblem, type Problem } from "./problem.ts";
import { type Received, type Sent, sendOnce, type Transport } from "./transport.ts";

/**
 * Sends a request until it has an outcome, by the rules of the interface: what may be repeated, how long to wait, and
 * what must never be sent twice. Free calls change nothing, so a lost answer is asked for again; a paid one only where
 * the service has promised to recognise it.
 */
export interface Clock {
  /** The wall clock, for dates in headers. */
  nowMs(): number;
  /** A clock that never jumps. */
  monotonicMs(): number;
  /** In [0, 1). */
  fraction(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  fraction: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end, { once: true });
    }),
};

/** From the service's answers to this client. */
export interface Promises {
  /** After one answer, a missing announcement means that there is none. */
  known: boolean;
  /** How long a request with an intent is recognised; undefined where nothing was announced. */
  retentionMs: number | undefined;
}

export interface Call {
  readonly transport: Transport;
  readonly wire: WireRequest;
  readonly accept: string;
  /** Null for a free call. */
  readonly intent: string | null;
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly promises: Promises;
}

export type Outcome = { readonly received: Received } | { readonly problem: Problem; readonly charged: number | null };

const attemptsMax = 4;
const bounds = { firstMs: 400, maxMs: 8_000, leastMs: 50 };
/** The service is still working on the same request: the least wait before it is asked again. */
const inProgressMs = 200;
/** After this time the service no longer works on a request whose connection broke. */
const settleMs = 60_000;

export async function repeatUntilSettled(call: Call): Promise<Outcome> {
  const { clock, intent, promises, signal } = call;
  const startedMs = clock.monotonicMs();
  const leftMs = () => call.deadlineMs - (clock.monotonicMs() - startedMs);
  let attempt = 0;
  let timeouts = 0;
  let lastAmbiguousMs: number | undefined;
  for (;;) {
    attempt += 1;
    const sent = await sendOnce(call.transport, call.wire, headersOf(call), signal);
    notePromises(promises, sent);
    if (sent.received !== undefined) return { received: sent.received };
    const refused = sent.attempt.kind === "delivered" ? undefined : sent.attempt.problem;
    const problem = refused ?? ownProblem("unreadable_answer", "The answer can't be read.");
    // A body beyond the limit would be as long the next time, and this one was paid for.
    if (problem.code === "unreadable_answer") return { problem, charged: intent === null ? 0 : chargedOf(sent) };
    if (problem.code === "search_backend_timeout") timeouts += 1;
    if (intent !== null && !promises.known && isAmbiguous(sent.attempt)) await learnPromises(call);
    const settled = lastAmbiguousMs !== undefined && clock.monotonicMs() - lastAmbiguousMs >= settleMs;
    const verdict = judge(sent.attempt, {
      idempotent: intent === null || promises.retentionMs !== undefined,
      ambiguousBefore: intent !== null && lastAmbiguousMs !== undefined,
      settled,
      outOfCredits: problem.code === "quota_exceeded" && problem.credits_required !== undefined,
      attempt,
      attemptsMax,
      timeouts,
    });
    if (isAmbiguous(sent.attempt)) lastAmbiguousMs = clock.monotonicMs();
    if (verdict.do === "again" && !isStopped(signal)) {
      if (verdict.wait) attempt -= 1;
      const waitMs = Math.max(
        verdict.pauseMs ?? backoffMs(attempt + 1, clock.fraction(), bounds),
        verdict.wait ? inProgressMs : 0,
      );
      if (waitMs < leftMs()) {
        await clock.sleep(waitMs, signal);
        if (!isStopped(signal)) continue;
      }
    }
    const mayBeCharged = verdict.do === "unknown" || (verdict.do === "again" && lastAmbiguousMs !== undefined);
    return ended(intent, problem, mayBeCharged);
  }
}

/** The cheapest free call, for its headers: whether the paid call that was lost may be sent again. */
async function learnPromises({ transport, clock, promises, signal }: Call): Promise<void> {
  const wire = toWireRequest("listDocuments", { timeline_since: jstDate(clock.nowMs()), limit: 1 });
  notePromises(promises, await sendOnce(transport, wire, { accept: "application/json" }, signal));
}

/** A function, since the compiler would take the answer before a wait for the one after it. */
function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function headersOf({ accept, intent }: Call): Record<string, string> {
  return { accept, ...(intent === null ? {} : { "idempotency-key": intent }) };
}

function ended(intent: string | null, problem: Problem, mayBeCharged: boolean): Outcome {
  if (intent === null || !mayBeCharged) return { problem, charged: 0 };
  const detail = "It may have been charged, and its answer was lost. Ask again with the same intent.";
  const { requestId, retry_after_seconds } = problem;
  return {
    problem: { code: "outcome_unknown", status: 0, detail, requestId, retry_after_seconds, intent, after: problem },
    charged: null,
  };
}

/** Only an answer with limits is the service's own: a proxy's page on the way takes no promise back. */
function notePromises(promises: Promises, { header, attempt }: Sent): void {
  if (header === null || attempt.kind !== "delivered" || header("x-ratelimit-limit") === null) return;
  promises.known = true;
  const seconds = header("x-idempotency-retention");
  promises.retentionMs = seconds !== null && /^[1-9]\d{0,14}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

function chargedOf({ header }: Sent): number | null {
  const text = header?.("x-credits-charged") ?? null;
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
