import { describe, expect, it } from "vitest";
import { readFigures } from "./reading/read-figures.ts";
import { forecastHistories } from "./revisions.ts";
import { type Filing, joinSeries, type SeriesRow } from "./series.ts";
import { makeReport, makeSummary } from "./testing/make-package.ts";

async function filing(documentId: string, filedAt: string, zip: Buffer, issuer = "9999"): Promise<Filing> {
  return { documentId, filedAt, issuer, figures: await readFigures(zip) };
}

function textsOf(row: SeriesRow | undefined, filings: readonly Filing[]): (string | null | undefined)[] {
  return (row?.cells ?? []).map((cell) => cell && filings[cell.filing]?.figures.facts[cell.fact]?.value);
}

describe("figures side by side", () => {
  it("join a report and a summary of one definition, and tell which element each figure is of", async () => {
    const filings = [
      await filing("report", "2025-06-20", makeReport({ year: 2025, sales: [1000, 1100] })),
      await filing("summary", "2026-05-12", makeSummary({ year: 2026, result: 1234, forecast: 1300 })),
    ];
    const { columns, rows } = joinSeries(filings);
    const sales = rows.find(({ concept }) => concept === "NetSales");
    expect(columns.map(({ end }) => end)).toEqual(["2024-03-31", "2025-03-31", "2026-03-31"]);
    expect(textsOf(sales, filings)).toEqual(["1000000000", "1100000000", "1234000000"]);
    expect(sales?.elements).toEqual(["jpcrp_cor:NetSalesSummaryOfBusinessResults", "tse-ed-t:NetSales"]);
    expect(sales?.cells.map((cell) => cell?.element)).toEqual([0, 0, 1]);
  });

  it.each([
    ["standards", makeReport({ standard: "IFRS" }), 1],
    ["bases", makeReport({ consolidated: false }), 2],
  ])("never join different %s", async (_, other, expected) => {
    const filings = [await filing("a", "2026-06-20", makeReport()), await filing("b", "2026-06-21", other)];
    const sales = joinSeries(filings).rows.filter(({ concept }) => concept === "NetSales");
    // Key figures name their standard in the element, so a report under IFRS with elements of Japanese GAAP is Japanese.
    expect(sales).toHaveLength(expected);
    for (const row of sales) expect(new Set([row.standard, row.basis]).size).toBe(2);
  });

  it("never join different issuers or units", async () => {
    const filings = [
      await filing("a", "2026-06-20", makeReport(), "1111"),
      await filing("b", "2026-06-20", makeReport(), "2222"),
    ];
    const { rows } = joinSeries(filings);
    expect(rows.filter(({ concept }) => concept === "NetSales").map(({ issuer }) => issuer)).toEqual(["1111", "2222"]);
    expect(rows.filter(({ concept }) => concept === "NetAssetsPerShare").map(({ unit }) => unit)).toEqual([
      "JPY/shares",
      "JPY/shares",
    ]);
  });

  it("show years of which nothing is known as gaps", async () => {
    const filings = [
      await filing("a", "2020-06-20", makeReport({ year: 2020, sales: [800] })),
      await filing("b", "2024-06-20", makeReport({ year: 2024, sales: [1100] })),
    ];
    const { columns, rows } = joinSeries(filings);
    expect(columns.filter(({ months }) => months === 12).map(({ end, missing }) => [end, missing])).toEqual([
      ["2020-03-31", false],
      ["2021-03-31", true],
      ["2022-03-31", true],
      ["2023-03-31", true],
      ["2024-03-31", false],
    ]);
    const sales = rows.find(({ concept }) => concept === "NetSales");
    expect(textsOf(sales, filings).filter((value) => value === undefined)).toHaveLength(columns.length - 2);
  });

  it("give the newest filing the last word and keep what it restated", async () => {
    const filings = [
      await filing("old", "2025-06-20", makeReport({ year: 2025, sales: [1000, 1100] })),
      await filing("new", "2026-06-20", makeReport({ year: 2026, sales: [1000, 1090, 1234] })),
    ];
    const sales = joinSeries(filings).rows.find(({ concept }) => concept === "NetSales");
    expect(textsOf(sales, filings)).toEqual(["1000000000", "1090000000", "1234000000"]);
    expect(sales?.cells.map((cell) => cell?.before.map(({ filing }) => filing))).toEqual([[], [0], []]);
  });
});

describe("the history of a forecast", () => {
  it("has each notice in order with its direction, ranges, and the result", async () => {
    const filings = [
      await filing("result", "2027-05-12", makeSummary({ year: 2027, result: 1280, forecast: null })),
      await filing("first", "2026-05-12", makeSummary({ year: 2026, result: 1234, forecast: 1300 })),
      await filing("revised", "2026-11-10", makeSummary({ year: 2026, result: null, forecast: [1250, 1290] })),
      await filing("same", "2027-02-10", makeSummary({ year: 2026, result: null, forecast: 1250 })),
    ];
    const [history, ...others] = forecastHistories(filings);
    expect(others).toEqual([]);
    expect(history?.period).toEqual({ end: "2027-03-31", months: 12 });
    expect(
      history?.entries.map(({ filing, kind, cells: [cell] }) => [filing, kind, cell?.change, cell?.upper !== null]),
    ).toEqual([
      [1, "forecast", null, false],
      [2, "forecast", "down", true],
      [3, "forecast", "same", false],
      [0, "result", "up", false],
    ]);
  });

  it("is none where nothing was forecast", async () => {
    expect(forecastHistories([await filing("a", "2026-06-20", makeReport())])).toEqual([]);
  });
});
