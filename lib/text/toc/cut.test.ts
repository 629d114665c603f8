import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutSection, type Piece, splitSections as splitNodes } from "./cut.ts";
import { ancestry, sectionTree, subtree, type TocSection } from "./section-tree.ts";
import { madeToc } from "./testing/made-toc.ts";

const entry = (id: string, parent: string | null, count: number | null, title = id): TocSection => ({
  section_id: id,
  title,
  level: parent === null ? 1 : 2,
  parent_section_id: parent,
  character_count: count,
});

const splitSections = (body: string, toc: readonly TocSection[]): readonly Piece[] =>
  splitNodes(body, sectionTree(toc).nodes);

describe("cutting a body into sections", () => {
  test("the pieces joined are the body, and each has the length that the contents state", () => {
    const section = fc.record({ own: fc.string({ unit: "grapheme", minLength: 1 }), deep: fc.boolean() });
    fc.assert(
      fc.property(fc.array(section, { minLength: 1, maxLength: 12 }), (sections) => {
        const points = (text: string) => [...text].length;
        const parents = sections.map((each, i) =>
          each.deep && i > 0 ? sections.slice(0, i).findLastIndex((before) => !before.deep) : -1,
        );
        const toc = sections.map((each, i) => {
          const children = sections.filter((_, j) => parents[j] === i);
          const beneath = children.reduce((sum, child) => sum + points(child.own), 0);
          const parent = parents[i] ?? -1;
          return entry(`s${i}`, parent === -1 ? null : `s${parent}`, points(each.own) + beneath);
        });
        const body = sections.map((each) => each.own).join("");
        const pieces = splitSections(body, toc);
        expect(pieces.map((piece) => piece.text)).toEqual(sections.map((each) => each.own));
        expect(pieces.map((piece) => piece.sectionId)).toEqual(toc.map((each) => each.section_id));
      }),
    );
  });

  test("characters outside the BMP count once", () => {
    const pieces = splitSections("𠮷𩸽あい", [entry("a", null, 2), entry("b", null, 2)]);
    expect(pieces.map((piece) => piece.text)).toEqual(["𠮷𩸽", "あい"]);
  });

  test("without lengths the headings are found, whatever their width", () => {
    const body = "# 第１ 概況\n\nあ\n\n## １ 沿革\n\nい\n\n## 2 事業\n\nう";
    const toc = [entry("a", null, null, "第1 概況"), entry("b", "a", null, "1 沿革"), entry("c", "a", null, "2 事業")];
    expect(splitSections(body, toc).map((piece) => piece.text.split("\n")[0])).toEqual([
      "# 第１ 概況",
      "## １ 沿革",
      "## 2 事業",
    ]);
    expect(
      splitSections(body, toc)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(body);
  });

  test("lengths that don't add up to the body are ignored, and nothing is lost", () => {
    const toc = [entry("a", null, 5), entry("b", null, 5)];
    expect(splitSections("あいうえおか", toc)).toEqual([{ sectionId: "a", text: "あいうえおか" }]);
  });

  test("a section cut from the whole, or from a containing one, is its own text and that of its subsections", () => {
    fc.assert(
      fc.property(madeToc, fc.nat(), fc.boolean(), ({ toc, own }, pick, sizesLie) => {
        const tree = sectionTree(toc);
        const ownText = toc.map((entry, at) => `## ${entry.title}\n${"𠮷".repeat(own[at] ?? 0)}\n`);
        const textOf = (id: string) => {
          const outer = tree.byId.get(id);
          return outer === undefined
            ? ""
            : subtree(tree, outer).reduce((text, node) => text + (ownText[node.position] ?? ""), "");
        };
        const told = sectionTree(
          toc.map((entry, at) => ({
            ...entry,
            character_count: [...textOf(entry.section_id)].length + (sizesLie && at === 0 ? 1 : 0),
          })),
        );
        const wanted = `s${pick % toc.length}`;
        expect(cutSection(ownText.join(""), told, null, wanted)).toBe(textOf(wanted));
        for (const { id } of ancestry(tree.byId.get(wanted) ?? tree.roots[0] ?? never())) {
          expect(cutSection(textOf(id), told, id, wanted)).toBe(textOf(wanted));
        }
      }),
    );
  });

  test("a section is cut from a longer text by sizes, and by headings where the sizes are wrong", () => {
    const text = "# 甲\n𠮷野\n## 乙\n本文\n# 丙\n終\n";
    const lying = [entry("a", null, 14, "甲"), entry("b", "a", 8, "乙"), entry("c", null, 6, "丙")];
    expect([...text]).toHaveLength(21);
    const exact = [entry("a", null, 15, "甲"), entry("b", "a", 8, "乙"), entry("c", null, 6, "丙")];
    expect(cutSection(text, sectionTree(exact), null, "b")).toBe("## 乙\n本文\n");
    expect(cutSection(text, sectionTree(lying), null, "b")).toBe("## 乙\n本文\n");
    expect(cutSection(text, sectionTree(lying), null, "c")).toBe("# 丙\n終\n");
    expect(cutSection("no headings here", sectionTree(lying), null, "b")).toBeUndefined();
    expect(cutSection(text, sectionTree(exact), null, "unknown")).toBeUndefined();
  });
});

function never(): never {
  throw new Error("a made table of contents has a section");
}
