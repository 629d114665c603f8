import { expect, test } from "vitest";
import { type Dated, earlierTypes, isCompared, isEarlierOf } from "./earlier.ts";

const report = (changes: Partial<Dated> = {}): Dated => ({
  document_id: "A-2026",
  document_type: "annual_securities_report",
  amends_document_id: null,
  timeline_at: "2026-06-20T15:00:00+09:00",
  period_end: "2026-03-31",
  fiscal_period: "2025FY",
  ...changes,
});
const earlier = (changes: Partial<Dated> = {}) =>
  report({
    document_id: "A-2025",
    timeline_at: "2025-06-20T15:00:00+09:00",
    period_end: "2025-03-31",
    fiscal_period: "2024FY",
    ...changes,
  });

test.each([
  ["the year before", earlier(), true],
  ["a later one", earlier({ timeline_at: "2027-06-20T15:00:00+09:00" }), false],
  ["a correction", earlier({ amends_document_id: "A-2024" }), false],
  ["another type", earlier({ document_type: "semiannual_report" }), false],
  ["another kind of period", earlier({ fiscal_period: "2024H1" }), false],
  ["the same period filed twice", earlier({ period_end: "2026-03-31" }), false],
  ["one whose period nobody told", earlier({ period_end: null, fiscal_period: null }), true],
  ["itself", report(), false],
])("%s", (_what, candidate, isIt) => {
  expect(isEarlierOf(candidate, report())).toBe(isIt);
});

test("a summary follows that of the same quarter, whatever it calls the half", () => {
  const summary = (fiscal_period: string | null, period_end: string) =>
    report({ document_type: "earnings_summary", fiscal_period, period_end });
  const before = { document_id: "B", timeline_at: "2025-11-08T15:00:00+09:00" };
  const half = summary("2026H1", "2026-09-30");
  expect(isEarlierOf({ ...summary("2025Q2", "2025-09-30"), ...before }, half)).toBe(true);
  expect(isEarlierOf({ ...summary(null, "2026-06-30"), ...before }, half)).toBe(false);
  expect(isEarlierOf({ ...summary(null, "2025-09-30"), ...before }, half)).toBe(true);
});

test("an extraordinary report is about something else each time", () => {
  const extraordinary = { document_type: "extraordinary_report" };
  expect(isEarlierOf(earlier(extraordinary), report(extraordinary))).toBe(false);
  expect(isCompared(report(extraordinary))).toBe(false);
  expect(isCompared(report({ ...extraordinary, amends_document_id: "X" }))).toBe(true);
});

test("a semiannual report follows the second quarter's report of the year before, and no other quarter's", () => {
  const half = report({ document_type: "semiannual_report", period_end: "2024-09-30", fiscal_period: "2024H1" });
  const quarter = (fiscal_period: string | null) =>
    earlier({ document_type: "quarterly_report", period_end: "2023-09-30", fiscal_period });
  expect(isEarlierOf(quarter("2023Q2"), half)).toBe(true);
  expect(isEarlierOf(quarter("2023Q1"), half)).toBe(false);
  expect(isEarlierOf(quarter(null), half)).toBe(false);
  expect(isEarlierOf(earlier({ ...half, document_id: "B" }), quarter("2023Q2"))).toBe(false);
  expect(earlierTypes("semiannual_report")).toEqual(["semiannual_report", "quarterly_report"]);
  expect(earlierTypes("earnings_summary")).toEqual(["earnings_summary"]);
});
