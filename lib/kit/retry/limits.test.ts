import { expect, test } from "vitest";
import { leavesHalf, readLimits } from "./limits.ts";

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);
const told = (remaining: string, reset: string | null = "30") =>
  readLimits(
    (name) =>
      ({ "x-ratelimit-limit": "600", "x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset })[name] ?? null,
    nowMs,
  );

test("requests that nobody asked for stop at half of the rate limit", () => {
  expect(leavesHalf(told("301"), nowMs)).toBe(true);
  expect(leavesHalf(told("300"), nowMs)).toBe(false);
});

test("they go on when the limit begins anew, or after a minute where the service does not tell when", () => {
  expect(leavesHalf(told("10"), nowMs + 29_000)).toBe(false);
  expect(leavesHalf(told("10"), nowMs + 30_000)).toBe(true);
  expect(leavesHalf(told("10", null), nowMs + 59_000)).toBe(false);
  expect(leavesHalf(told("10", null), nowMs + 60_000)).toBe(true);
});

test("a service that tells no limit sets none", () => {
  expect(
    leavesHalf(
      readLimits(() => null, nowMs),
      nowMs,
    ),
  ).toBe(true);
  expect(leavesHalf(undefined, nowMs)).toBe(true);
});
