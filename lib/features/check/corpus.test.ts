import { describe, expect, test } from "vitest";
import { withSamples } from "../../../service/ingest/testing/samples.ts";
import { givenFilings } from "./testing/given.ts";
import { type Measured, measure } from "./testing/measure.ts";
import { sampleText } from "./testing/sample-filing.ts";
import { factsOfText } from "./text-facts.ts";

function expectGoals({ trueCount, falseCount, found, accused, believed, classed, wrong }: Measured) {
  expect(wrong.filter((each) => !each.startsWith("true"))).toEqual([]);
  expect(believed).toBe(0);
  expect(accused / trueCount, wrong.join("\n")).toBeLessThanOrEqual(0.005);
  expect(found / trueCount).toBeGreaterThanOrEqual(0.8);
  expect(classed / falseCount).toBeGreaterThanOrEqual(0.75);
}

test("of a report of our own making no false statement is believed and no true one accused", () => {
  const facts = factsOfText(sampleText, 0);
  const issuers = [{ code: "7001", ja: "海鳴精機", en: "Uminari Seiki", yearEnd: 3 }];
  const measured = measure({ truths: facts, evidence: facts, issuers }, { count: 1_000, seed: 3 });
  expect([measured.trueCount, measured.falseCount]).toEqual([500, 500]);
  expectGoals(measured);
});

withSamples((sample) => {
  describe("of given filings", () => {
    test.each(["text", "figures"] as const)("the goals hold where their %s is owned", async (owned) => {
      expectGoals(measure(await givenFilings(sample, owned), { count: 2_000, seed: 5 }));
    });
  });
});
