import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ancestry, charactersOf, foldSections, hasLead, isWithin, sectionTree, subtree } from "./section-tree.ts";
import { madeToc, section } from "./testing/made-toc.ts";

describe("the tree of a table of contents", () => {
  test("has every entry once, beneath its parent", () => {
    fc.assert(
      fc.property(madeToc, ({ toc }) => {
        const tree = sectionTree(toc);
        expect(tree.nodes.map((node) => node.id)).toEqual(toc.map((entry) => entry.section_id));
        expect(tree.nodes.map((node) => node.parent?.id ?? null)).toEqual(toc.map((entry) => entry.parent_section_id));
        expect(charactersOf(tree.roots)).toBe(
          toc
            .filter((entry) => entry.parent_section_id === null)
            .reduce((sum, each) => sum + (each.character_count ?? 0), 0),
        );
      }),
    );
  });

  test("a subtree is the section and its subsections, and nothing else", () => {
    fc.assert(
      fc.property(madeToc, fc.nat(), ({ toc }, pick) => {
        const tree = sectionTree(toc);
        const node = tree.nodes[pick % tree.nodes.length];
        if (node === undefined) return;
        const inside = subtree(tree, node);
        expect(inside[0]).toBe(node);
        for (const each of tree.nodes) expect(inside.includes(each)).toBe(ancestry(each).includes(node));
      }),
    );
  });

  test("a selection is reduced to sections of which none is inside another, and which contain all that was selected", () => {
    fc.assert(
      fc.property(madeToc, fc.array(fc.nat(13)), ({ toc }, picks) => {
        const tree = sectionTree(toc);
        const chosen = picks.map((pick) => `s${pick}`);
        const folded = foldSections(tree, chosen);
        for (const a of folded) for (const b of folded) if (a !== b) expect(isWithin(a, b)).toBe(false);
        for (const id of chosen) {
          const node = tree.byId.get(id);
          if (node !== undefined) expect(folded.some((each) => isWithin(node, each))).toBe(true);
        }
        expect(new Set(folded).size).toBe(folded.length);
      }),
    );
  });

  test("parents follow from levels where a service names none", () => {
    const toc = [1, 2, 3, 2, 1].map((level, index) => ({ ...section(`s${index}`, 1), level }));
    expect(sectionTree(toc).nodes.map((node) => node.parent?.id ?? null)).toEqual([null, "s0", "s1", "s0", null]);
  });

  test("a parent that is unknown, comes later or is the section itself is ignored", () => {
    const toc = [section("a", 1, "gone"), section("b", 1, "c"), section("c", 1, "c")];
    expect(sectionTree(toc).nodes.map((node) => node.parent)).toEqual([null, null, null]);
  });

  test("a parent has its own text where it is longer than its parts and its heading", () => {
    const nodes = (own: number | null) => sectionTree([section("a", own, null, "甲"), section("b", 100, "a")]).byId;
    const of = (own: number | null) => {
      const node = nodes(own).get("a");
      return node !== undefined && hasLead(node);
    };
    expect(of(110)).toBe(false);
    expect(of(300)).toBe(true);
    expect(of(null)).toBe(true);
  });
});
