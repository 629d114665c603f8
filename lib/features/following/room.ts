import type { Limit, Limits } from "../../kit/retry/limits.ts";

/**
 * How long to wait until one more request leaves half of a key's limits to its owner. Zero where it does now; limits
 * that the service does not report are none.
 */
export function waitForRoomMs(limits: Limits | undefined, nowMs: number): number {
  if (limits === undefined) return 0;
  return Math.max(
    waitOf(limits.rate, limits.seenAtMs + minuteMs, nowMs),
    waitOf(limits.catalog, limits.seenAtMs + hourMs, nowMs),
  );
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

function waitOf(limit: Limit | null, guessedResetMs: number, nowMs: number): number {
  if (limit === null || limit.limit === null || limit.remaining === null) return 0;
  if ((limit.remaining - 1) * 2 >= limit.limit) return 0;
  return Math.max(0, (limit.resetAtMs ?? guessedResetMs) - nowMs);
}
