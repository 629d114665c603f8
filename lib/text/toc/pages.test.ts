import { describe, expect, test } from "vitest";
import { isMatched, type PlacedSection, pageStarts, sectionOnPage, sectionPages } from "./pages.ts";

const placed = (id: string, page: number | null, more: Partial<PlacedSection> = {}): PlacedSection => ({
  section_id: id,
  page_number: page,
  ...more,
});

describe("the page on which a section begins", () => {
  test("is the one that was told", () => {
    expect([...sectionPages([placed("a", 1), placed("b", 4)])]).toEqual([
      ["a", 1],
      ["b", 4],
    ]);
  });

  test("is that of its neighbours where they meet on one page, and else unknown", () => {
    const pages = sectionPages([placed("a", 3), placed("b", null), placed("c", 3), placed("d", null), placed("e", 5)]);
    expect([pages.get("b"), pages.get("d")]).toEqual([3, undefined]);
  });

  test("takes into account that the section before may run on to further pages", () => {
    const runsOn = placed("a", 3, { page_breaks: [{ page_number: 4, characters: 900 }] });
    expect(sectionPages([runsOn, placed("b", null), placed("c", 4)]).get("b")).toBe(4);
    expect(sectionPages([runsOn, placed("b", null), placed("c", 3)]).get("b")).toBeUndefined();
  });

  test("is unknown where the service itself is not sure, and in a service that tells no pages", () => {
    expect(sectionPages([placed("a", 3, { page_confidence: 0.3 })]).size).toBe(0);
    expect(sectionPages([placed("a", null), placed("b", null)]).size).toBe(0);
  });
});

test("pages that were matched are told apart from pages that were recorded", () => {
  expect(isMatched([placed("a", 1, { page_confidence: 1 }), placed("b", 2)])).toBe(false);
  expect(isMatched([placed("a", 1), placed("b", 2, { page_confidence: 0.9 })])).toBe(true);
});

test("a page leads back to the section that begins on it or before it", () => {
  const sections = [
    { id: "a", page: 2 },
    { id: "b", page: 2 },
    { id: "c", page: 5 },
  ];
  expect([1, 2, 4, 5, 9].map((page) => sectionOnPage(sections, page)?.id)).toEqual([undefined, "b", "b", "c", "c"]);
});

test("page breaks are counted in code points, as everything that a service counts", () => {
  const section = placed("a", 1, {
    page_breaks: [
      { page_number: 2, characters: 2 },
      { page_number: 3, characters: 99 },
    ],
  });
  expect(pageStarts(section, "𠮷野家です")).toEqual([{ at: 3, page: 2 }]);
});
