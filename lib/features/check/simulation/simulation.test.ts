import { describe, expect, test } from "vitest";
import { openMemoryStore } from "../../../store/testing/memory-store.ts";
import { type ChecksResult, simulateChecks } from "./run.ts";

/** `npm run soak -- purchases` plays thousands; here a few are played each time. */
const histories = 120;

async function play(seed: number): Promise<ChecksResult[]> {
  const results: ChecksResult[] = [];
  const store = openMemoryStore();
  for (let at = 0; at < histories; at++) results.push(await simulateChecks(store, seed + at));
  await store.close();
  return results;
}

describe("plans of checked drafts, over histories with faults and killed processes", { timeout: 300_000 }, () => {
  const played = play(50_000);

  test("no run is charged more than was confirmed for it, and no program is told less than it was charged", async () => {
    expect((await played).filter(({ overLimit, untold }) => overLimit + untold > 0)).toEqual([]);
  });

  test("nothing is charged twice or lost, and each credit has its line", async () => {
    const wrong = (await played).filter((each) => each.doubleCharged + each.lost + each.broken.length > 0);
    expect(wrong).toEqual([]);
  });

  test("each run ends", async () => {
    expect((await played).filter(({ open }) => open > 0)).toEqual([]);
  });

  test("the histories have enough runs, charges, faults and killed processes", async () => {
    const results = await played;
    const sum = (of: (each: ChecksResult) => number) => results.reduce((total, each) => total + of(each), 0);
    expect(sum(({ runs }) => runs)).toBeGreaterThan(40);
    expect(sum(({ charged }) => charged)).toBeGreaterThan(40);
    expect(sum(({ faults }) => faults)).toBeGreaterThan(10);
    expect(sum(({ crashes }) => crashes)).toBeGreaterThan(5);
  });
});
