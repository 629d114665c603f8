import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pagesBetween, readPages, writePages } from "./page-ranges.ts";

describe("pages", () => {
  test("runs of pages are written as ranges and read in any width", () => {
    expect(writePages([37, 35, 38, 39, 40, 42, 43])).toBe("35, 37–40, 42, 43");
    expect(readPages("３５、 37〜40", 50)).toEqual([35, 37, 38, 39, 40]);
    expect(["0", "5-3", "51", "a", "1,,2"].map((text) => readPages(text, 50))).toEqual(Array(5).fill(undefined));
    expect(pagesBetween(5, 3)).toEqual([3, 4, 5]);
  });

  test("a written list is read back as the same pages", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (pages) => {
        expect(readPages(writePages(pages), 300)).toEqual([...pages].sort((a, b) => a - b));
      }),
    );
  });
});
