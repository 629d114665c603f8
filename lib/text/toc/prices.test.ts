import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentPrice, defaultContentTiers, documentPrice, writePrice } from "../../contract/prices.ts";
import { barScale, mapRows, priceSelection, wholeFrom } from "./prices.ts";
import { section } from "./testing/made-toc.ts";

const tiers = defaultContentTiers;
const nothing = { whole: false, sections: [] };

describe("one price", () => {
  test("the boundary belongs to the cheaper tier", () => {
    expect(contentPrice(tiers, 10_000)).toEqual({ min: 2, max: 2 });
    expect(contentPrice(tiers, 10_001)).toEqual({ min: 4, max: 4 });
    expect(contentPrice(tiers, 50_001)).toEqual({ min: 8, max: 8 });
  });

  test("unknown sizes give a range", () => {
    expect(writePrice(contentPrice(tiers, null))).toBe("2–8");
    expect(writePrice(contentPrice([], 5))).toBe("2–8");
    expect(writePrice(contentPrice([{ max_characters: null, credits: 3 }], null))).toBe("3");
  });

  test("a row of a list shows the range from its cheapest request to the whole", () => {
    expect(writePrice(documentPrice(tiers, 9_000))).toBe("2");
    expect(writePrice(documentPrice(tiers, 158_200))).toBe("2–8");
    expect(writePrice(documentPrice(tiers, null))).toBe("2–8");
  });
});

describe("a selection of sections", () => {
  const toc = [
    section("part", 30_000),
    section("a", 9_240, "part"),
    section("b", 2_270, "part"),
    section("c", 4_480),
    section("d", 60_000),
  ];

  test("is one request: its price is the tier of the sum, not the sum of the prices", () => {
    const rows = mapRows(toc, tiers, nothing);
    const choice = priceSelection(rows, tiers, new Set(["a", "b", "c"]));
    expect(choice).toEqual({
      sections: ["a", "b", "c"],
      characters: 15_990,
      together: { min: 4, max: 4 },
      separately: { min: 6, max: 6 },
    });
  });

  test("a section inside a selected one is not requested twice", () => {
    const rows = mapRows(toc, tiers, nothing);
    expect(priceSelection(rows, tiers, new Set(["b", "part"])).sections).toEqual(["part"]);
  });

  test("a section that is owned, or inside an owned one, is not requested again", () => {
    const rows = mapRows(toc, tiers, { whole: false, sections: ["part"] });
    expect(rows.filter((row) => row.owned).map((row) => row.id)).toEqual(["part", "a", "b"]);
    expect(priceSelection(rows, tiers, new Set(["a", "c"])).sections).toEqual(["c"]);
    const all = priceSelection(mapRows(toc, tiers, { whole: true, sections: [] }), tiers, new Set(["a", "c"]));
    expect(all).toMatchObject({ sections: [], together: { min: 0, max: 0 } });
  });

  test("with an unknown size the price is a range that begins at the dearest known section", () => {
    const rows = mapRows([section("known", 20_000), section("untold", null)], tiers, nothing);
    const choice = priceSelection(rows, tiers, new Set(["known", "untold"]));
    expect(choice.characters).toBeNull();
    expect(choice.together).toEqual({ min: 4, max: 8 });
  });

  // A sum just beyond a tier's boundary may cost more together than one by one, so both prices are given.
  test("costs together what its whole length costs, and one by one the sum of its rows", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, (counts) => {
        const rows = mapRows(
          counts.map((count, index) => section(`s${index}`, count)),
          tiers,
          nothing,
        );
        const choice = priceSelection(rows, tiers, new Set(rows.map((row) => row.id)));
        const length = counts.reduce((sum, count) => sum + count, 0);
        expect(choice.together).toEqual(contentPrice(tiers, length));
        expect(choice.separately.max).toBe(counts.reduce((sum, count) => sum + contentPrice(tiers, count).max, 0));
      }),
    );
  });
});

describe("the map", () => {
  test("depth comes from parents, or from levels where there are only these", () => {
    const byLevel = [1, 2, 3, 2, 1].map((level, index) => ({ ...section(`s${index}`, 1), level }));
    expect(mapRows(byLevel, tiers, nothing).map((row) => row.depth)).toEqual([0, 1, 2, 1, 1]);
    expect(mapRows([section("a", 1), section("b", 1, "a")], tiers, nothing).map((row) => row.depth)).toEqual([1, 2]);
    expect(mapRows([section("a", 1, "gone"), section("b", 1, "b")], tiers, nothing).map((row) => row.depth)).toEqual([
      1, 1,
    ]);
  });

  test("of a long contents every row is a heading or a part of one that is there; a short one has no parts", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 90 }), (levels) => {
        const made = levels.map((level, index) => ({ ...section(`s${index}`, 1), level }));
        const rows = mapRows(made, tiers, nothing);
        const headings = rows.filter((row) => row.partOf === null);
        for (const { id, parts } of rows) expect(rows.filter((row) => row.partOf === id)).toHaveLength(parts);
        expect(headings.reduce((sum, row) => sum + 1 + row.parts, 0)).toBe(rows.length);
        for (const row of rows) {
          if (rows.length < 40) expect(row.partOf).toBeNull();
          else expect(row.partOf === null).toBe(row.depth <= 2);
          if (row.partOf !== null) expect(row.ancestors).toContain(row.partOf);
        }
      }),
    );
  });

  test("gives the length from which on the whole costs the same", () => {
    expect(wholeFrom(tiers, { min: 8, max: 8 })).toBe(50_000);
    expect(wholeFrom(tiers, { min: 4, max: 4 })).toBe(10_000);
    expect(wholeFrom(tiers, { min: 2, max: 2 })).toBeNull();
    expect(wholeFrom([], { min: 2, max: 8 })).toBeNull();
  });

  test("bars are 300 characters a pixel in a map of 200 pixels with the default tiers", () => {
    expect(1 / barScale(tiers, 200)).toBeCloseTo(300);
  });
});
