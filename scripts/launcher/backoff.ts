/** How long a program that died waits before it is started again: it slows, and never gives up. */
export interface Backoff {
  /** The program lived so long and ended: the wait before its next start. */
  nextDelayMs(livedMs: number): number;
}

const firstMs = 500;
const longestMs = 60_000;
/** A program that was up so long had started well: what ended it now is something new. */
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
