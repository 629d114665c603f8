import { expect, test } from "@playwright/test";
import { makePrograms } from "../programs.ts";
import { ingestFigures } from "./market.ts";
import { daySteps } from "./steps.ts";
import { browserSteps } from "./steps-browser.ts";
import { walkADay } from "./walk.ts";

/** With this seed text is read and a quote of it checked early, which once broke every page of its document. */
const seed = 4;
const full = process.env["HIRAKU_E2E"] === "full";
const lengthMs = full ? 60_000 : 20_000;
/** On a busy machine too. */
const stepsMin = 40;

test(`a day in the house with seed ${seed}: whatever is done, nothing fails and the books are equal`, async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const programs = await makePrograms();
  try {
    ingestFigures(programs.data);
    await programs.startService();
    await programs.startWeb();
    const steps = [...daySteps, ...browserSteps(browser)];
    const report = await walkADay({ programs, steps, seed, stepsMin, endsAt: performance.now() + lengthMs });
    test.info().annotations.push({ type: "day", description: JSON.stringify(report) });
    expect(report.steps).toBeGreaterThanOrEqual(stepsMin);
    expect(report.charges).toBeGreaterThan(5);
  } finally {
    await programs.stop();
  }
});
