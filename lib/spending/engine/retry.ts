/** When to send again, and when never. Pure: time and randomness are arguments. */

export const attemptsMax = 3;
/** A purchase has an outcome, or is shown as unknown, within two minutes; one second of these is a reserve. */
export const runMaxMs = 119_000;
/** From sending to the last byte of the answer. Waiting before that doesn't count. */
export const attemptMaxMs = 50_000;
export const headersTimeoutMs = 25_000;
/** With less left nothing is sent: the service may take all of `headersTimeoutMs` before its body follows. */
export const answerTimeMs = headersTimeoutMs + 2_000;
/** The longest pause that is waited for; after a longer one the user is told when to try again. */
export const waitedPauseMaxMs = 50_000;
/** After this time the service is no longer working on a request whose connection broke. */
export const settleMs = 60_000;
export const backoffBounds = { firstMs: 400, maxMs: 8_000, leastMs: 50 };
/** The limit on retries of all purchases at one service. */
export const retryShare = { capacity: 10, perSecond: 0.5 };

/** When the outcome of an unknown request is asked for again automatically (idempotent services only). */
export function settleAgainMs(round: number, fraction: number): number {
  const steps = [settleMs, settleMs, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];
  const step = steps[Math.min(round, steps.length - 1)] ?? settleMs;
  return step + Math.floor(step * 0.1 * fraction);
}
