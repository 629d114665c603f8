import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownCharacters, wholeCharacters } from "./position.ts";
import { sectionTree } from "./section-tree.ts";
import { madeToc, section } from "./testing/made-toc.ts";

describe("how long sections are", () => {
  test("the sections' own texts are the whole document", () => {
    fc.assert(
      fc.property(madeToc, ({ toc, own }) => {
        const tree = sectionTree(toc);
        expect(tree.nodes.map(ownCharacters)).toEqual(own);
        expect(own.reduce((sum, each) => sum + each, 0)).toBe(wholeCharacters(tree, null));
      }),
    );
  });

  test("sizes that are missing, or contradict each other, count as zero", () => {
    const toc = [section("a", null), section("b", 5, "a"), section("c", 3), section("d", 9, "c")];
    expect(sectionTree(toc).nodes.map(ownCharacters)).toEqual([0, 5, 0, 9]);
  });

  test("the length of the whole is the service's number, or the sum of the top-level sections", () => {
    const tree = sectionTree([section("a", 10), section("a1", 4, "a"), section("b", 5)]);
    expect(wholeCharacters(tree, 99)).toBe(99);
    expect(wholeCharacters(tree, null)).toBe(15);
    expect(wholeCharacters(sectionTree([section("a", null)]), null)).toBeNull();
    expect(wholeCharacters(sectionTree([]), null)).toBeNull();
  });
});
