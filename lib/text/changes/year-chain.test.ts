import { expect, test } from "vitest";
import { chainNeighbours, yearChains } from "./year-chain.ts";

const filed = (type: string, fiscal_period: string, period_end: string, timeline_at: string, more = {}) => ({
  document_id: `${type} ${fiscal_period}`,
  document_type: type,
  amends_document_id: null,
  content_status: "ready",
  timeline_at,
  period_start: null,
  period_end,
  fiscal_period,
  ...more,
});
const [summary, half, annual] = ["earnings_summary", "semiannual_report", "annual_securities_report"];
const documents = [
  filed(summary, "2026Q1", "2026-06-30", "2026-08-07"),
  filed(annual, "2025FY", "2026-03-31", "2026-06-20"),
  filed(summary, "2025FY", "2026-03-31", "2026-05-10"),
  filed(half, "2025H1", "2025-09-30", "2025-11-14"),
  filed(summary, "2025Q2", "2025-09-30", "2025-11-08"),
  filed(summary, "2025Q1", "2025-06-30", "2025-08-08"),
];
const statesOf = (all: Parameters<typeof yearChains>[0], today: string) =>
  yearChains(all, today).map(({ fiscalYear, steps }) => [
    fiscalYear,
    ...steps.map(({ quarter, type, state }) => `${quarter} ${type} ${state}`),
  ]);

test("a year is a chain, with what is missing and what is not filed yet", () => {
  expect(statesOf(documents, "2026-12-31")).toEqual([
    [
      "2026FY",
      "1 earnings_summary here",
      "2 earnings_summary missing",
      "2 semiannual_report missing",
      "3 earnings_summary expected",
      "4 earnings_summary expected",
      "4 annual_securities_report expected",
    ],
    [
      "2025FY",
      "1 earnings_summary here",
      "2 earnings_summary here",
      "2 semiannual_report here",
      "3 earnings_summary missing",
      "4 earnings_summary here",
      "4 annual_securities_report here",
    ],
  ]);
});

test("quarters that began before April 2024 have reports, and nothing is missed of a time before the first document", () => {
  const older = [filed("quarterly_report", "2023Q2", "2023-09-30", "2023-11-14")];
  expect(statesOf(older, "2024-03-31")).toEqual([
    [
      "2023FY",
      "1 quarterly_report before",
      "2 quarterly_report here",
      "3 quarterly_report missing",
      "4 annual_securities_report expected",
    ],
  ]);
});

test("corrections and withdrawn documents are no steps, and a summary filed again takes the place of the first", () => {
  const all = [
    ...documents,
    filed(annual, "2025FY", "2026-03-31", "2026-08-20", { document_id: "correction", amends_document_id: "x" }),
    filed(summary, "2025FY", "2026-03-31", "2026-06-01", { document_id: "reviewed" }),
    filed(half, "2025H1", "2025-09-30", "2025-12-01", { document_id: "withdrawn", content_status: "withdrawn" }),
  ];
  const ids = yearChains(all, "2026-12-31")[1]?.steps.map(({ document }) => document?.document_id);
  expect(ids).toEqual([
    `${summary} 2025Q1`,
    `${summary} 2025Q2`,
    `${half} 2025H1`,
    undefined,
    "reviewed",
    `${annual} 2025FY`,
  ]);
});

test("a half's report that EDINET lists with its whole year stands in that year", () => {
  const whole = filed(half, "2025H1", "2026-03-31", "2025-11-14", { period_start: "2025-04-01" });
  const years = yearChains([whole, ...documents.slice(4)], "2026-01-31");
  expect(years).toHaveLength(1);
  expect(years[0]?.steps.find(({ document }) => document === whole)).toMatchObject({ quarter: 2, kind: "report" });
});

test("of years of six months only their ends are expected", () => {
  const fund = ["2026-01-31", "2025-07-31"].map((end) => filed(annual, "2025FY", end, `${end}T`));
  expect(statesOf(fund, "2026-12-31")).toEqual([
    ["2025FY", "4 annual_securities_report here"],
    ["2025FY", "4 annual_securities_report here"],
  ]);
});

test("neighbours follow each other over the end of a year", () => {
  const of = (id: string) => {
    const { before, after } = chainNeighbours(documents, id);
    return [before?.document_id, after?.document_id];
  };
  expect(of(`${annual} 2025FY`)).toEqual([`${summary} 2025FY`, `${summary} 2026Q1`]);
  expect(of(`${summary} 2025Q1`)).toEqual([undefined, `${summary} 2025Q2`]);
  expect(of("unknown")).toEqual([undefined, undefined]);
});
