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
export const backoffBounds = { firstMs: 400, maxMs: 8_000, leastMs: 50 };
/** What all purchases at one service may ask again. */
export const retryShare = { capacity: 10, perSecond: 0.5 };

/** When an outcome that could not be told is asked for again by itself (idempotent services only). */
export function settleAgainMs(round: number, fraction: number): number {
  const steps = [settleMs, settleMs, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];
  const step = steps[Math.min(round, steps.length - 1)] ?? settleMs;
  return step + Math.floor(step * 0.1 * fraction);
}
