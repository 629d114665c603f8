import type { Limits } from "../kit/retry/limits.ts";
import { callFreeEndpoint } from "./call-free.ts";
import type { Upstream } from "./upstream.ts";

/** Limits seen within this time are recent enough to show. */
const freshMs = 10_000;

/** The limits of a key as last seen; if that is long ago, one free call gets them from the service. */
export async function fetchLimits(upstream: Upstream, nowMs: number): Promise<Limits | undefined> {
  const { keys } = upstream.service;
  const known = keys.lastLimits(upstream.keyId);
  if (known !== undefined && nowMs - known.seenAtMs < freshMs) return known;
  await callFreeEndpoint(upstream, "searchIssuers", { q: "株式会社", limit: 1 });
  return keys.lastLimits(upstream.keyId);
}
