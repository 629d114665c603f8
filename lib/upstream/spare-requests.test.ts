import { expect, test } from "vitest";
import { testService } from "../testing/test-service.ts";
import { hasSpareRequests } from "./spare-requests.ts";

const nowMs = 1_000_000;

test.each([
  ["nothing is known of the rate", null, true],
  ["more than half is left", { limit: 600, remaining: 301, resetAtMs: nowMs + 1 }, true],
  ["half is used", { limit: 600, remaining: 300, resetAtMs: nowMs + 1 }, false],
  ["the minute is over", { limit: 600, remaining: 0, resetAtMs: nowMs }, true],
  ["the service tells no limit", { limit: null, remaining: 3, resetAtMs: null }, true],
])("where %s, a request that nobody waits for is sent: %#", (_, rate, sent) => {
  const service = testService();
  service.keys.rememberLimits("1", { rate, catalog: null, compute: null, seenAtMs: nowMs });
  expect(hasSpareRequests({ service, baseUrl: "http://service.test", key: "k", keyId: "1" }, nowMs)).toBe(sent);
});
