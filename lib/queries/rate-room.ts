import { readLimits } from "../retry/limits.ts";
import { lastFreeAnswer } from "./own-api.ts";
import { pauseSeconds } from "./service-state.ts";

/**
 * Whether requests may be sent that nobody pressed a key or a button for: suggestions while typing, and loading ahead.
 * They stop at half of the rate limit, so that what the user asks for always finds room.
 */
export function hasRateRoom(nowMs = Date.now()): boolean {
  if (pauseSeconds(nowMs) !== undefined) return false;
  const answer = lastFreeAnswer();
  if (answer === undefined) return true;
  return leavesHalf((name) => answer.headers.get(name), answer.atMs, nowMs);
}

/** Judges the headers of an answer that came at `atMs`. A service that tells no limit sets none. */
export function leavesHalf(header: (name: string) => string | null, atMs: number, nowMs: number): boolean {
  const { rate } = readLimits(header, atMs);
  if (rate === null || rate.limit === null || rate.remaining === null) return true;
  const isOver = rate.resetAtMs === null ? nowMs - atMs >= 60_000 : nowMs >= rate.resetAtMs;
  return isOver || rate.remaining * 2 > rate.limit;
}
