import { expect, test } from "vitest";
import { isTold, soakWords } from "./testing/soak.ts";

test("over cut publications and cut looks every match is told once, none is missed, and nothing is charged", async () => {
  const report = await soakWords({ rows: 120, seed: 1 });
  expect(report).toMatchObject({ missed: 0, wrong: 0, toldTwice: 0, credits: 0, phrases: 40 });
  expect(report.cuts).toBeGreaterThan(10);
  expect(isTold(report)).toBe(true);
});
