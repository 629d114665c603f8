import { setTimeout as wait } from "node:timers/promises";

/** Time as ingestion has it, so that tests can let it pass faster. */
export interface Clock {
  now(): number;
  /** Ends early, without an error, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  // The timer keeps the process alive.
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
