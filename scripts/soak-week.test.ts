import { expect, test } from "vitest";
import { isFaultless, soakWeek } from "./soak-week.ts";

test("after a week of EDINET without network for two days, with a revoked key for one, corrections, withdrawals, files that fail, and kills, catalogue and EDINET agree row by row", async () => {
  const report = await soakWeek({
    ...{ seed: 1, documents: 5, kills: 3, pauseMs: 60_000, withService: false },
    say: () => undefined,
  });
  expect(report.disagreements).toEqual([]);
  expect(isFaultless(report)).toBe(true);
  // A week in which nothing goes wrong would prove nothing.
  expect(report).toMatchObject({ kills: 3, published: 20, withdrawn: 4, setAside: 2 });
  expect(report.downloads).toBeGreaterThan(report.documents);
}, 600_000);
