import type { Upstream } from "./upstream.ts";

/**
 * True where a request that nobody waits for may be sent: only while at least half of the key's rate is left, so that what
 * a page tells beside its own matter never takes the requests that the reader needs. A service that announces no rate
 * may be asked.
 */
export function hasSpareRequests({ service, keyId }: Upstream, nowMs: number): boolean {
  const rate = service.keys.lastLimits(keyId)?.rate ?? null;
  if (rate === null || rate.limit === null || rate.remaining === null) return true;
  if (rate.resetAtMs !== null && rate.resetAtMs <= nowMs) return true;
  return rate.remaining * 2 > rate.limit;
}
