import { beforeEach, describe, expect, it } from "vitest";
import { parseSingle } from "../../spending/pricing/actions.ts";
import { ann, at, buy, inTime, restart } from "../../spending/testing/purchase-setup.ts";
import { checkDraft } from "./check-draft.ts";
import { draftOfText } from "./draft-of-text.ts";
import { documentFor } from "./plan-check.ts";
import { simulatedChecks, simulatedFinds } from "./simulation/sample-checks.ts";

const report = (document_id: string, document_type: string, period_start: string | null, period_end: string) => ({
  document_id,
  document_type,
  period_start,
  period_end,
  title: `${document_id} 第3四半期`,
});
const listed = [
  report("Q3", "earnings_summary", "2025-07-01", "2026-03-31"),
  report("Q3 without start", "earnings_summary", null, "2026-03-31"),
  report("YEAR", "annual_securities_report", "2024-07-01", "2025-06-30"),
];
const claim = (end: string, months: number) => ({ period: { end, fiscalYear: null, months }, forecast: false });

it("offers for a year only what covers a year, whichever month it ends in", () => {
  expect(documentFor(claim("2026-03", 12), listed)).toBeUndefined();
  expect(documentFor(claim("2026-03", 9), listed)?.document_id).toBe("Q3");
  expect(documentFor(claim("2025-06", 12), listed)?.document_id).toBe("YEAR");
});

describe("a package of figures", () => {
  beforeEach(() => restart({ original: { media_type: "application/zip" } }));

  const planOf = async (labels: readonly string[]) => {
    const text = labels.map((label) => `海鳴精機の2026年3月期の${label}は12,345百万円だった。`).join("");
    const finds = simulatedFinds(at.app, ann);
    const { plan } = await inTime(checkDraft(simulatedChecks(at.app), ann, finds, draftOfText(text, "text")));
    return plan?.lines.map(({ action, credits, claims }) => [action.kind, credits, claims.length]);
  };
  const few = ["売上高", "経常利益", "総資産額"];

  it("stands in the plan where no section decides the claims for less", async () => {
    expect(await planOf(few)).toEqual([["sections", 2, 3]]);
    at.service.lengthFactor = 10;
    expect(await planOf(few)).toEqual([["original", 8, 3]]);
  });

  it("is not offered again once it is owned", async () => {
    at.service.lengthFactor = 10;
    await buy(parseSingle({ kind: "original", document_id: "D1", original_id: "pdf" }));
    expect(await planOf(few)).toEqual([["sections", 8, 3]]);
  });
});
