import { expect, test } from "vitest";
import { createBackoff } from "./backoff.ts";

test("a program that dies at once is started ever more slowly, and never given up", () => {
  const backoff = createBackoff();
  const delays = Array.from({ length: 10 }, () => backoff.nextDelayMs(10));
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test("one that was up for a while is started again quickly", () => {
  const backoff = createBackoff();
  for (let n = 0; n < 5; n++) backoff.nextDelayMs(10);
  expect(backoff.nextDelayMs(120_000)).toBe(500);
  expect(backoff.nextDelayMs(10)).toBe(1_000);
});
