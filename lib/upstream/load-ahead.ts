import { leavesHalf } from "../kit/retry/limits.ts";
import { availabilityOf } from "./availability.ts";
import { lastLimits, pauseFor } from "./key-state.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Whether a page may be loaded ahead for this key: the service answers, wants no pause, and more than half of its rate
 * limit is left, counted over everything that this app has asked with the key.
 */
export async function mayLoadAhead({ keyId, baseUrl }: Upstream, nowMs: number): Promise<boolean> {
  if (pauseFor(keyId, "free", nowMs) !== undefined || !leavesHalf(lastLimits(keyId), nowMs)) return false;
  return availabilityOf(baseUrl).check();
}
