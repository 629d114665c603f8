import { expect, test } from "vitest";
import { leavesHalf } from "./rate-room.ts";

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);
const answer =
  (remaining: string, reset: string | null = "30") =>
  (name: string) =>
    ({ "x-ratelimit-limit": "600", "x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset })[name] ?? null;

test("requests that nobody asked for stop at half of the rate limit", () => {
  expect(leavesHalf(answer("301"), nowMs, nowMs)).toBe(true);
  expect(leavesHalf(answer("300"), nowMs, nowMs)).toBe(false);
});

test("they go on when the limit begins anew, or after a minute where the service does not tell when", () => {
  expect(leavesHalf(answer("10"), nowMs, nowMs + 29_000)).toBe(false);
  expect(leavesHalf(answer("10"), nowMs, nowMs + 30_000)).toBe(true);
  expect(leavesHalf(answer("10", null), nowMs, nowMs + 59_000)).toBe(false);
  expect(leavesHalf(answer("10", null), nowMs, nowMs + 60_000)).toBe(true);
});

test("a service that tells no limit sets none", () => {
  expect(leavesHalf(() => null, nowMs, nowMs)).toBe(true);
});
