/** When to ask again, and when never. Pure: time and chance are arguments. */

export const attemptsMax = 3;
/** A purchase has an outcome, or is shown as unknown, within two minutes of being asked for: a second is kept in hand. */
export const runMaxMs = 119_000;
/** One attempt, from its dispatch to the last byte of its answer. Waiting before the dispatch takes nothing from it. */
export const attemptMaxMs = 50_000;
export const headersTimeoutMs = 25_000;
/** Nothing is sent with less time left: the service may take all of `headersTimeoutMs`, and its body follows. */
export const answerTimeMs = headersTimeoutMs + 2_000;
/** A service that asks for a longer pause is not waited for: the user is told when to ask again. */
export const waitedPauseMaxMs = 50_000;
/** After this an upstream that still holds a broken request has finished with it. */
export const settleMs = 60_000;
/** A service that asks for a longer pause than a day is believed for a day. */
const pauseMaxMs = 86_400_000;
const firstBackoffMs = 400;
const backoffMaxMs = 8_000;

/** `Retry-After` as seconds or a date; undefined where there is none or it makes no sense. Never negative. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const text = header.trim();
  const seconds = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  const ms = seconds === undefined ? Date.parse(text) - nowMs : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), pauseMaxMs);
}

/** Full jitter: anything from nothing to the bound, so that many that failed together don't return together. */
export function backoffMs(attempt: number, fraction: number): number {
  return Math.floor(Math.min(backoffMaxMs, firstBackoffMs * 2 ** (attempt - 1)) * fraction) + 50;
}

/** When an outcome that could not be told is asked for again by itself (idempotent services only). */
export function settleAgainMs(round: number, fraction: number): number {
  const steps = [settleMs, settleMs, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];
  const step = steps[Math.min(round, steps.length - 1)] ?? settleMs;
  return step + Math.floor(step * 0.1 * fraction);
}

/** Retries of all purchases at one service draw from one bucket: a service in trouble is not made busier. */
export class RetryBucket {
  readonly #capacity = 10;
  readonly #perSecond = 0.5;
  #tokens = 10;
  #at: number;

  constructor(nowMs: number) {
    this.#at = nowMs;
  }

  take(nowMs: number): boolean {
    const gained = (Math.max(0, nowMs - this.#at) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#capacity, this.#tokens + gained);
    this.#at = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
