import { expect, test } from "@playwright/test";
import { impatient } from "../scripts/soak-impatient.ts";

const requests = process.env["HIRAKU_E2E"] === "full" ? 20_000 : 800;
/** Caches and compiled code, on a machine that does other things too. */
const grownMaxMegabytes = 200;
/** Connections that are kept to the service and the store, and threads that were started meanwhile. */
const moreDescriptorsMax = 40;

test("requests of every address of both programs that are given up leave nothing open, and end no program", async () => {
  test.setTimeout(process.env["HIRAKU_E2E"] === "full" ? 1_800_000 : 300_000);
  const totals = await impatient({ requests, seed: 1 });
  expect(totals.ofWeb).toBeGreaterThan(0);
  for (const held of [totals.service, totals.web]) {
    expect(held.alive).toBe(true);
    expect(held.filesAfter.filter((file) => !held.filesBefore.includes(file))).toEqual([]);
    expect(held.descriptorsAfter - held.descriptorsBefore).toBeLessThan(moreDescriptorsMax);
    expect(held.megabytesAfter - held.megabytesBefore).toBeLessThan(grownMaxMegabytes);
  }
  // The service refuses what it can't serve in time with 503, and never fails.
  expect(Object.keys(totals.failures).filter((name) => name.endsWith(" 500"))).toEqual([]);
});
