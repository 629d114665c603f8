import { expect, test } from "@playwright/test";
import { impatient, leftOpen } from "../scripts/soak-impatient.ts";

const full = process.env["HIRAKU_E2E"] === "full";
/** Caches, compiled code, and threads that end only after some idle minutes. */
const grownMaxMegabytes = 260;
/** Connections that stay open to the service and the store, and threads that were started meanwhile. */
const moreDescriptorsMax = 40;

test("requests of every address and tool that are given up leave nothing open and nothing held, and end no program", async () => {
  test.setTimeout(full ? 3_600_000 : 480_000);
  const totals = await impatient({ requests: full ? 20_000 : 0, seed: 1 });
  test.info().annotations.push({ type: "impatient", description: JSON.stringify(totals) });
  for (const place of ["service", "web", "tools"] as const)
    expect(totals.requests[place] + totals.notMade).toBeGreaterThanOrEqual(4 * totals.addresses[place]);
  expect(totals.notMade).toBeLessThan(20);
  expect(totals.alive).toBe(true);
  expect(totals.failures).toEqual({});
  expect(totals.held).toEqual({});
  expect(totals.charges).toBeGreaterThan(0);
  for (const each of ["service", "web"] as const) {
    const [before, after] = [totals.before[each], totals.after[each]];
    expect(leftOpen(before.files, after.files)).toEqual([]);
    expect(after.descriptors - before.descriptors).toBeLessThan(moreDescriptorsMax);
    expect(after.megabytes - before.megabytes).toBeLessThan(grownMaxMegabytes);
  }
});
