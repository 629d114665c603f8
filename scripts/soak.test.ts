import { expect, test } from "vitest";
import { isClean, soak } from "./soak.ts";

const said: string[] = [];

test("in 2,000 histories of faults and after 10 real kills nothing is charged twice, lost or left unknown", async () => {
  const totals = await soak({ runs: 2_000, kills: 10, seed: 1, say: (line) => said.push(line) });
  expect(said.filter((line) => line.includes("failed"))).toEqual([]);
  expect(isClean(totals)).toBe(true);
  expect(totals).toMatchObject({ runs: 2_000, kills: 10 });
  // A simulation in which nothing goes wrong would prove nothing.
  expect(totals.faults).toBeGreaterThan(1_000);
  expect(totals.unknownForeign).toBeGreaterThan(10);
}, 600_000);
