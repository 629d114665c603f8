import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessPage, sectionShares, sectionStarts, wholeCharacters } from "./position.ts";
import { sectionTree } from "./section-tree.ts";
import { madeToc, section } from "./testing/made-toc.ts";

describe("where sections stand", () => {
  test("each begins where the text before it ends, and the last ends with the document", () => {
    fc.assert(
      fc.property(madeToc, ({ toc, own }) => {
        const { starts, total } = sectionStarts(sectionTree(toc));
        let before = 0;
        for (const [index, entry] of toc.entries()) {
          expect(starts.get(entry.section_id)).toBe(before);
          before += own[index] ?? 0;
        }
        expect(total).toBe(before);
        expect(wholeCharacters(sectionTree(toc), null)).toBe(before);
      }),
    );
  });

  test("shares of the text rise from 0 and stay below 1 where there is text", () => {
    fc.assert(
      fc.property(madeToc, ({ toc }) => {
        const shares = sectionShares(sectionTree(toc)).map(({ share }) => share);
        expect(shares[0]).toBe(0);
        expect(shares).toEqual([...shares].sort((a, b) => a - b));
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });

  test("sizes that are not told, or contradict each other, leave every section a place", () => {
    const toc = [section("a", null), section("b", 5, "a"), section("c", 3), section("d", 9, "c")];
    const { starts, total } = sectionStarts(sectionTree(toc));
    expect([...starts]).toEqual([
      ["a", 0],
      ["b", 0],
      ["c", 5],
      ["d", 5],
    ]);
    expect(total).toBe(14);
  });

  test("the whole is as long as the service says, or as its outermost sections", () => {
    const tree = sectionTree([section("a", 10), section("a1", 4, "a"), section("b", 5)]);
    expect(wholeCharacters(tree, 99)).toBe(99);
    expect(wholeCharacters(tree, null)).toBe(15);
    expect(wholeCharacters(sectionTree([section("a", null)]), null)).toBeNull();
    expect(wholeCharacters(sectionTree([]), null)).toBeNull();
  });
});

test("the page beside the text goes from the first to the last and never beyond", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 2000 }),
      fc.integer({ min: 0, max: 1500 }),
      fc.nat(400),
      (at, all, pages) => {
        const page = guessPage(at, all, pages);
        expect(page).toBeGreaterThanOrEqual(1);
        expect(page).toBeLessThanOrEqual(Math.max(1, pages));
      },
    ),
  );
  expect(guessPage(0, 1000, 142)).toBe(1);
  expect(guessPage(1000, 1000, 142)).toBe(142);
});
