import { randomBytes } from "node:crypto";
import type { Chance, Clock } from "../ports.ts";

/** The real clock and real chance. */
export const systemClock: Clock = {
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  timer(ms) {
    let wake: (() => void) | undefined;
    let handle: NodeJS.Timeout | undefined;
    const done = new Promise<void>((resolve) => {
      wake = resolve;
      // Node fires longer timers at once.
      handle = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1));
      // A purchase that waits for a service keeps no process alive: the store remembers it.
      handle.unref();
    });
    return {
      done,
      cancel() {
        clearTimeout(handle);
        wake?.();
      },
    };
  },
};

export const systemChance: Chance = {
  fraction: Math.random,
  id: (prefix) => `${prefix}_${randomBytes(12).toString("base64url")}`,
};
