import { leavesHalf } from "../kit/retry/limits.ts";
import { availabilityOf } from "./page-wait.ts";
import type { Upstream } from "./upstream.ts";

/**
 * True where a page may be loaded ahead for this key: the service answers, wants no pause, and more than half of its rate
 * limit is left, counted over everything that this app has asked with the key.
 */
export async function mayLoadAhead(upstream: Upstream, nowMs: number): Promise<boolean> {
  const { keyId } = upstream;
  const { keys } = upstream.service;
  if (keys.pauseFor(keyId, "free", nowMs) !== undefined || !leavesHalf(keys.lastLimits(keyId), nowMs)) return false;
  return availabilityOf(upstream).check();
}
