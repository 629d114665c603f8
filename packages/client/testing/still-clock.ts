import type { Clock } from "../index.ts";

/** A clock on which only waiting takes time, so that no test waits. */
export function stillClock(): Clock & { readonly waits: readonly number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    nowMs: () => Date.UTC(2025, 5, 30) + now,
    monotonicMs: () => now,
    fraction: () => 0.5,
    async sleep(ms) {
      waits.push(ms);
      now += ms;
    },
  };
}
