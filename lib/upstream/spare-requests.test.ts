import { expect, test } from "vitest";
import { rememberLimits } from "./key-state.ts";
import { hasSpareRequests } from "./spare-requests.ts";

const upstream = (keyId: string) => ({ baseUrl: "http://service.test", key: "k", keyId });
const nowMs = 1_000_000;

test.each([
  ["nothing is known of the rate", null, true],
  ["more than half is left", { limit: 600, remaining: 301, resetAtMs: nowMs + 1 }, true],
  ["half is used", { limit: 600, remaining: 300, resetAtMs: nowMs + 1 }, false],
  ["the minute is over", { limit: 600, remaining: 0, resetAtMs: nowMs }, true],
  ["the service tells no limit", { limit: null, remaining: 3, resetAtMs: null }, true],
])("where %s, a request that nobody waits for is sent: %#", (name, rate, sent) => {
  rememberLimits(`spare ${name}`, { rate, catalog: null, compute: null, seenAtMs: nowMs });
  expect(hasSpareRequests(upstream(`spare ${name}`), nowMs)).toBe(sent);
});
