import { backoffMs } from "../kit/retry/backoff.ts";
import type { RetryBuckets } from "../kit/retry/retry-bucket.ts";
import { ProblemError } from "./problem-error.ts";

/**
 * When a free call is sent again: at most three attempts within one deadline, with full jitter and a limit for each
 * service, so that a failing service does not get three times the load.
 */
const attemptsMax = 3;
const bounds = { firstMs: 200, maxMs: 400 };
/** One of several services that is being replaced; it starts in about a second. */
const startingBounds = { ...bounds, leastMs: 500 };

export interface RetryClock {
  /** A monotonic clock. With the wall clock there would be no retries for as long as it was set back. */
  monotonicMs(): number;
  random(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: RetryClock = {
  monotonicMs: () => performance.now(),
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          reject(signal.reason);
        },
        { once: true },
      );
    }),
};

interface Retry {
  readonly service: string;
  readonly buckets: RetryBuckets;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: RetryClock;
}

const isStarting = (error: unknown) => error instanceof ProblemError && error.problem.code === "service_starting";

/** Free calls change nothing, so every connection failure may be retried, but no other answer of the service. */
function mayRepeat(error: unknown): boolean {
  if (isStarting(error)) return true;
  if (!(error instanceof ProblemError)) return false;
  const { status, code } = error.problem;
  if (code === "upstream_unreachable") return true;
  return code === "unexpected_status" && (status === 502 || status === 503);
}

export async function withRetries<T>(retry: Retry, attempt: () => Promise<T>): Promise<T> {
  const clock = retry.clock ?? realClock;
  const endMs = clock.monotonicMs() + retry.deadlineMs;
  for (let done = 1; ; done++) {
    try {
      return await attempt();
    } catch (error) {
      if (done >= attemptsMax || !mayRepeat(error) || retry.signal?.aborted) throw error;
      const waitMs = backoffMs(done, clock.random(), isStarting(error) ? startingBounds : bounds);
      const nowMs = clock.monotonicMs();
      if (nowMs + waitMs >= endMs || !retry.buckets.take(retry.service, nowMs)) throw error;
      await clock.sleep(waitMs, retry.signal);
    }
  }
}
