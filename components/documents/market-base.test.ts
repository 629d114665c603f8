import { expect, test } from "vitest";
import { listInput, noFilters, type TimelineFilters } from "@/lib/text/format/timeline-filters";
import { marketBase } from "./market-base";

const filteredInput = (base: object, filters: TimelineFilters) => ({ ...base, ...listInput(filters) });
const base = { security_codes: ["971A"] };

test("without filters the request is the base one, so that its cached answer is shared", () => {
  expect(JSON.stringify(filteredInput(base, noFilters))).toBe(JSON.stringify(base));
});

test("news is left out of the document families", () => {
  expect(filteredInput(base, { ...noFilters, families: ["edinet_filing", "news"] })).toEqual({
    ...base,
    document_families: ["edinet_filing"],
  });
});

test("filters are sent under the interface's names", () => {
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

test("the market's default days do not make a different request", () => {
  const filters = { ...noFilters, from: "2026-06-01", to: "2026-06-30" };
  const market = marketBase(filters, "2026-11-21");
  expect(JSON.stringify(filteredInput(market, filters))).toBe(JSON.stringify(market));
});
