import { expect, test } from "vitest";
import { noFilters } from "@/lib/format/timeline-filters";
import { filteredInput } from "./filtered-input";
import { marketBase } from "./market-base";

const base = { security_codes: ["971A"] };

test("no filter is the plain question, so that its answer is shared", () => {
  expect(JSON.stringify(filteredInput(base, noFilters))).toBe(JSON.stringify(base));
});

test("the lane of news is no family of documents", () => {
  expect(filteredInput(base, { ...noFilters, families: ["edinet_filing", "news"] })).toEqual({
    ...base,
    document_families: ["edinet_filing"],
  });
});

test("filters are asked under the interface's own names", () => {
  const filters = { families: null, types: ["fact_book"], from: "2026-01-01", to: "2026-02-01" };
  expect(filteredInput(base, filters)).toEqual({
    ...base,
    document_types: ["fact_book"],
    timeline_since: "2026-01-01",
    timeline_until: "2026-02-01",
  });
});

test("the market is a week to today, or to the last day chosen", () => {
  expect(marketBase(noFilters, "2026-11-21")).toEqual({ timeline_since: "2026-11-15" });
  expect(marketBase({ ...noFilters, to: "2026-06-07" }, "2026-11-21")).toEqual({
    timeline_since: "2026-06-01",
    timeline_until: "2026-06-07",
  });
});

test("the market's own days do not make it another question", () => {
  const filters = { ...noFilters, from: "2026-06-01", to: "2026-06-30" };
  const market = marketBase(filters, "2026-11-21");
  expect(JSON.stringify(filteredInput(market, filters))).toBe(JSON.stringify(market));
});
