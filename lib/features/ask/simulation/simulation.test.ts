import { describe, expect, test } from "vitest";
import { openMemoryStore } from "../../../store/testing/memory-store.ts";
import { type AnswersResult, simulateAnswers } from "./run.ts";

/** `npm run soak -- purchases` plays thousands; here a few are played each time. */
const histories = 80;

async function play(seed: number): Promise<AnswersResult[]> {
  const results: AnswersResult[] = [];
  const store = openMemoryStore();
  for (let at = 0; at < histories; at++) results.push(await simulateAnswers(store, seed + at));
  await store.close();
  return results;
}

describe("budgeted answers, over histories with faults and killed processes", { timeout: 300_000 }, () => {
  const played = play(30_000);

  test("no run is charged more than was confirmed for it", async () => {
    expect((await played).filter(({ overBudget }) => overBudget > 0)).toEqual([]);
  });

  test("each credit that was charged has its line in the record of its answer", async () => {
    expect((await played).filter(({ unlisted }) => unlisted > 0)).toEqual([]);
  });

  test("each run ends", async () => {
    expect((await played).filter(({ open }) => open > 0)).toEqual([]);
  });

  test("the histories have enough runs, charges, faults and killed processes", async () => {
    const results = await played;
    const sum = (of: (each: AnswersResult) => number) => results.reduce((total, each) => total + of(each), 0);
    expect(sum(({ runs }) => runs)).toBeGreaterThan(histories);
    expect(sum(({ charged }) => charged)).toBeGreaterThan(histories);
    expect(sum(({ faults }) => faults)).toBeGreaterThan(20);
    expect(sum(({ crashes }) => crashes)).toBeGreaterThan(5);
  });
});
