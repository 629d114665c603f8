import { expect, test } from "vitest";
import { features } from "../lib/features/list.ts";
import { isClean, soak } from "./soak.ts";

const said: string[] = [];
const runs = Number(process.env["HIRAKU_SOAK_RUNS"] ?? 25);
const kills = Number(process.env["HIRAKU_SOAK_KILLS"] ?? 2);

test(`in ${runs} histories of faults and after ${kills} real kills nothing is charged twice, lost or left unknown`, async () => {
  const totals = await soak({ runs, kills, seed: 1, say: (line) => said.push(line) });
  expect(said.filter((line) => line.includes("failed"))).toEqual([]);
  expect(isClean(totals)).toBe(true);
  expect(totals).toMatchObject({ runs, kills });
  // The service without idempotency is the harder case and must be included.
  expect(totals.foreignRuns).toBeGreaterThan(runs / 3);
  expect(totals.foreignKills).toBeGreaterThanOrEqual(kills / 3);
  // A simulation in which nothing goes wrong would prove nothing.
  const played: Readonly<Record<string, number>> = { ask: totals.questions, check: totals.checks };
  for (const { name } of features) expect(played[name] ?? runs, name).toBeGreaterThan(runs / 20);
  expect(totals.faults).toBeGreaterThan(runs / 2);
  expect(totals.unknownForeign).toBeGreaterThan(runs / 200);
}, 600_000);
