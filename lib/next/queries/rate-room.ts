import { leavesHalf, readLimits } from "../../kit/retry/limits.ts";
import { lastFreeAnswer } from "./own-api.ts";
import { pauseSeconds } from "./service-state.ts";

/** For requests that nobody asked for, by the rate limit in the last free answer. */
export function hasRateRoom(nowMs = Date.now()): boolean {
  if (pauseSeconds(nowMs) !== undefined) return false;
  const answer = lastFreeAnswer();
  return (
    answer === undefined ||
    leavesHalf(
      readLimits((name) => answer.headers.get(name), answer.atMs),
      nowMs,
    )
  );
}
