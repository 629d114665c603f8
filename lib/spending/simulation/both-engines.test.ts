import { expect, test } from "vitest";
import { openTestStore } from "../../store/testing/test-store.ts";
import { simulate } from "./run.ts";

/** HIRAKU_HISTORIES sets how many are played on each engine, and HIRAKU_SEED the first of them. */
const histories = Number(process.env["HIRAKU_HISTORIES"] ?? 5);
const firstSeed = Number(process.env["HIRAKU_SEED"] ?? 90_000);

test(`in ${histories} histories of faults and killed processes the invariants hold on this engine`, async () => {
  const store = openTestStore();
  const faulty: unknown[] = [];
  const seen = { intents: 0, charged: 0, faults: 0, crashes: 0 };
  for (let run = 0; run < histories; run++) {
    const { broken, ...result } = await simulate(store, firstSeed + run);
    const { idempotent, doubleCharged, lost, unknown } = result;
    if (doubleCharged + lost + broken.length > 0 || (idempotent && unknown > 0)) faulty.push({ broken, ...result });
    for (const name of ["intents", "charged", "faults", "crashes"] as const) seen[name] += result[name];
  }
  expect(faulty).toEqual([]);
  expect(
    Object.values(seen).every((count) => count > 0),
    JSON.stringify(seen),
  ).toBe(true);
}, 3_600_000);
