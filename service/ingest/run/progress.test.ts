import { expect, test } from "vitest";
import { Progress } from "./progress.ts";

function counting(total: number) {
  let nowMs = 0;
  const output = { isTerminal: true, redraw: () => {}, print: () => {} };
  const progress = new Progress("things", total, output, () => nowMs);
  return {
    step(count: number, tookMs: number) {
      nowMs += tookMs;
      progress.step(count);
    },
    line: () => progress.line(),
  };
}

test("the time left is known from the first step, even if several come at once", () => {
  const { step, line } = counting(100);
  step(10, 5_000);
  expect(line()).toBe("things: 10 of 100 (10 %), 45 s left");
  step(90, 45_000);
  expect(line()).toBe("things: 100 of 100 (100 %)");
});

test("the time left follows the pace of the last minute, not that of steps that were quick long ago", () => {
  const { step, line } = counting(10_000);
  step(5_000, 10_000);
  for (let second = 0; second < 120; second++) step(1, 1_000);
  expect(line()).toBe("things: 5120 of 10000 (51 %), 1 h 22 min left");
});
