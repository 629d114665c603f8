import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchableFamilies } from "@/lib/contract/vocabulary";
import { routes } from "@/lib/routes";
import { readCodes } from "@/lib/text/format/code-list";
import {
  emptyForm,
  foldedFamilies,
  formFromQuery,
  formToInput,
  formToQuery,
  type SearchForm,
  searchTypes,
} from "./search-form";

const day = fc.constantFrom("", "2026-06-01", "2024-02-29", "2026-11-20");
const form: fc.Arbitrary<SearchForm> = fc.record({
  query: fc.string({ unit: "grapheme", maxLength: 40 }),
  match: fc.constantFrom("semantic", "lexical"),
  families: fc.subarray([...searchableFamilies]).map(foldedFamilies),
  types: fc.subarray([...searchTypes]),
  codes: fc.subarray(["7203", "130A", "25935"]),
  since: day,
  until: day,
  latestOnly: fc.boolean(),
  snippets: fc.boolean(),
  topK: fc.integer({ min: 1, max: 50 }),
});

const throughAddress = (each: SearchForm): SearchForm =>
  formFromQuery(new URL(routes.search(formToQuery(each)), "https://x.test").searchParams);

describe("the search form and its address", () => {
  test("every form survives its address", () => {
    fc.assert(
      fc.property(form, (each) => {
        expect(throughAddress(each)).toEqual(each);
      }),
    );
  });

  test("equal forms have equal addresses, and the empty form has no parameters", () => {
    expect(routes.search(formToQuery(emptyForm))).toBe("/ask");
    expect(formToQuery(throughAddress({ ...emptyForm, query: "a" }))).toEqual(
      formToQuery({ ...emptyForm, query: "a" }),
    );
  });

  test("an address with invalid values still opens a form", () => {
    const odd = new URLSearchParams(
      "q=x&match=fuzzy&top=99999&family=ir_material&type=poem&since=2026-02-30&code=a,7203",
    );
    expect(formFromQuery(odd)).toEqual({ ...emptyForm, query: "x", codes: ["7203"] });
  });
});

describe("the request", () => {
  test("has the chosen values and no others", () => {
    expect(formToInput({ ...emptyForm, query: " 転嫁 ", types: ["earnings_summary"], since: "2026-06-01" })).toEqual({
      query: "転嫁",
      match_type: "semantic",
      top_k: 10,
      include_snippet: true,
      latest_only: true,
      document_types: ["earnings_summary"],
      timeline_since: "2026-06-01",
    });
  });

  test("is undefined without words, or where the last day is before the first", () => {
    expect(formToInput({ ...emptyForm, query: " 　" })).toBeUndefined();
    expect(formToInput({ ...emptyForm, query: "a", since: "2026-06-02", until: "2026-06-01" })).toBeUndefined();
  });

  test("codes are read as people type them; what is no code is returned for a message", () => {
    expect(readCodes("７２０３、130a  72030 6758")).toEqual({ codes: ["7203", "130A", "6758"], refused: [] });
    expect(readCodes("トヨタ 7203")).toEqual({ codes: ["7203"], refused: ["トヨタ"] });
  });
});
