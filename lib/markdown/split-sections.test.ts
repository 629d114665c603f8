import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitSections, subtreeOf, type TocNode } from "./split-sections.ts";

const entry = (id: string, parent: string | null, count: number | null, title = id): TocNode => ({
  section_id: id,
  title,
  level: parent === null ? 1 : 2,
  parent_section_id: parent,
  character_count: count,
});

describe("cutting a body into sections", () => {
  test("the pieces joined are the body, and each has the length the contents tell", () => {
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

  test("lengths that don't add up to the body are not believed, and nothing is lost", () => {
    const toc = [entry("a", null, 5), entry("b", null, 5)];
    expect(splitSections("あいうえおか", toc)).toEqual([{ sectionId: "a", text: "あいうえおか" }]);
  });

  test("a section brings everything beneath it and nothing beside it", () => {
    const toc = [entry("a", null, 1), entry("b", "a", 1), entry("c", "b", 1), entry("d", null, 1)];
    expect(subtreeOf(toc, "a").map((each) => each.section_id)).toEqual(["a", "b", "c"]);
    expect(subtreeOf(toc, null)).toHaveLength(4);
  });
});
