import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  followedPart,
  isFiltered,
  noFilters,
  passes,
  readFilters,
  showsNothing,
  switched,
  writeFilters,
} from "./timeline-filters.ts";

const spell = (filters: Parameters<typeof writeFilters>[0]) => {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(writeFilters(filters))) {
    for (const item of Array.isArray(value) ? value : value === null ? [] : [value]) params.append(key, String(item));
  }
  return params;
};

describe("filters in the address", () => {
  test("written filters are read back", () => {
    const choice = fc.option(fc.uniqueArray(fc.constantFrom("a_b", "c", "d.e"), { maxLength: 3 }));
    const day = fc.option(fc.constantFrom("2026-01-31", "2024-02-29"));
    fc.assert(
      fc.property(choice, choice, day, day, (families, types, from, to) => {
        const filters = { families, types, from, to };
        expect(readFilters(spell(filters))).toEqual(filters);
      }),
    );
  });

  test("an address without parameters has no filters, and invalid values are ignored", () => {
    expect(spell(noFilters).toString()).toBe("");
    expect(readFilters(new URLSearchParams("from=2026-02-30&to=x&type=%3Cscript%3E"))).toEqual({
      ...noFilters,
      types: [],
    });
    expect(isFiltered(noFilters)).toBe(false);
  });

  test("switching one value off leaves the others, switching it on again removes the filter", () => {
    const all = ["a", "b", "c"];
    expect(switched(null, "b", all)).toEqual(["a", "c"]);
    expect(switched(["a", "c"], "b", all)).toBeNull();
    expect(switched([], "a", all)).toEqual(["a"]);
  });
});

describe("which documents pass", () => {
  const filing = {
    document_family: "edinet_filing",
    document_type: "annual_securities_report",
    timeline_at: "2026-06-25T15:30:00Z",
  };

  test("days are Japanese days, both included", () => {
    expect(passes({ ...noFilters, from: "2026-06-26", to: "2026-06-26" }, filing)).toBe(true);
    expect(passes({ ...noFilters, to: "2026-06-25" }, filing)).toBe(false);
    expect(passes({ ...noFilters, types: ["share_buyback"] }, filing)).toBe(false);
    expect(passes({ ...noFilters, families: ["edinet_filing", "news"] }, filing)).toBe(true);
    expect(passes({ ...noFilters, from: "2026-01-01" }, { ...filing, timeline_at: null })).toBe(false);
  });

  test("filters that no document can pass are recognised without a request", () => {
    expect(showsNothing({ ...noFilters, types: [] })).toBe(true);
    for (const families of [["news"], ["no_such_family"]]) expect(showsNothing({ ...noFilters, families })).toBe(true);
    expect(showsNothing({ ...noFilters, from: "2026-02-01", to: "2026-01-01" })).toBe(true);
    expect(showsNothing({ ...noFilters, families: ["ir_material"] })).toBe(false);
  });
});

test("a saved filter keeps every filter but days and news", () => {
  const chosen = { ...noFilters, ...Object.fromEntries(Object.keys(noFilters).map((name) => [name, ["ir_material"]])) };
  expect(followedPart(chosen)).toEqual({ ...chosen, from: null, to: null });
  expect(followedPart({ ...noFilters, families: ["news"] }).families).toEqual([]);
});
