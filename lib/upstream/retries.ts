import { ProblemError } from "./problem-error.ts";

/**
 * When a free call is sent again: at most three attempts inside one deadline, full jitter, and from a bucket per
 * service, so that a service in trouble is not met with three times the load.
 */
const attemptsMax = 3;
const baseMs = 100;
const bucketMax = 10;
const refillPerMs = 1 / 1000;

interface Bucket {
  tokens: number;
  atMs: number;
}

const buckets = new Map<string, Bucket>();

export interface RetryClock {
  now(): number;
  random(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: RetryClock = {
  now: Date.now,
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
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: RetryClock;
}

/** Free calls change nothing, so every failure on the way to the service may be repeated; what it said may not. */
function mayRepeat(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false;
  const { status, code } = error.problem;
  if (code === "upstream_unreachable") return true;
  return code === "unexpected_status" && (status === 502 || status === 503);
}

export async function withRetries<T>(retry: Retry, attempt: () => Promise<T>): Promise<T> {
  const clock = retry.clock ?? realClock;
  const endMs = clock.now() + retry.deadlineMs;
  for (let done = 1; ; done++) {
    try {
      return await attempt();
    } catch (error) {
      if (done >= attemptsMax || !mayRepeat(error) || retry.signal?.aborted) throw error;
      const waitMs = clock.random() * baseMs * 2 ** done;
      if (clock.now() + waitMs >= endMs || !takeToken(retry.service, clock.now())) throw error;
      await clock.sleep(waitMs, retry.signal);
    }
  }
}

function takeToken(service: string, nowMs: number): boolean {
  const bucket = buckets.get(service) ?? { tokens: bucketMax, atMs: nowMs };
  bucket.tokens = Math.min(bucketMax, bucket.tokens + (nowMs - bucket.atMs) * refillPerMs);
  bucket.atMs = nowMs;
  buckets.set(service, bucket);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}
