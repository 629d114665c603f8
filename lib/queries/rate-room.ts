import { leavesHalf, readLimits } from "../retry/limits.ts";
import { lastFreeAnswer } from "./own-api.ts";
import { pauseSeconds } from "./service-state.ts";

/** Whether requests may be sent that nobody asked for, by what the last free answer told of the rate limit. */
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
