/** How long to wait before a program that ended is started again: longer each time, but never giving up. */
export interface Backoff {
  /** Called when the program has ended after running for this time: returns the wait before its next start. */
  nextDelayMs(livedMs: number): number;
}

const firstMs = 500;
const longestMs = 60_000;
/** A program that ran this long had started successfully, so its end has a new cause. */
const settledMs = 60_000;

export function createBackoff(): Backoff {
  let delayMs = 0;
  return {
    nextDelayMs(livedMs) {
      delayMs = delayMs === 0 || livedMs >= settledMs ? firstMs : Math.min(longestMs, delayMs * 2);
      return delayMs;
    },
  };
}
