import { expect, it } from "vitest";
import { documentFor } from "./plan-check.ts";

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
