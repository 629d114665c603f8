import { randomBytes } from "node:crypto";
import type { Clock, RandomSource } from "../ports.ts";

export const systemClock: Clock = {
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  timer(ms) {
    let wake: (() => void) | undefined;
    let handle: NodeJS.Timeout | undefined;
    const done = new Promise<void>((resolve) => {
      wake = resolve;
      // The longest timer that Node supports; it fires longer ones at once.
      handle = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1));
      // A waiting purchase does not keep the process alive, since it is in the store.
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

export const systemRandomSource: RandomSource = {
  fraction: Math.random,
  id: (prefix) => `${prefix}_${randomBytes(12).toString("base64url")}`,
};
