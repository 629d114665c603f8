import { expect, test } from "vitest";
import { SectionId } from "../../../../contract/ids.ts";
import { mapRows, type OwnedContent } from "../../../../text/toc/prices.ts";
import type { TocSection } from "../../../../text/toc/section-tree.ts";
import { listedSections } from "./outline.ts";

const id = (text: string) => SectionId.parse(text);
const nothing: OwnedContent = { whole: false, sections: [] };
const tiers = [{ max_characters: 10_000, credits: 2 }];

/** As an annual report is built: two parts, 5 chapters, 27 headings, and 357 notes and items in them. */
function report(): TocSection[] {
  const section = (section_id: string, level: number, parent: string | null, title: string): TocSection => ({
    ...{ section_id, title, title_en: null, level, character_count: 1_200 },
    parent_section_id: parent,
  });
  const parts = [
    section("p1", 1, null, "第一部【企業情報】"),
    section("p2", 1, null, "第二部【提出会社の保証会社等の情報】"),
  ];
  const chapters = Array.from({ length: 5 }, (_, at) => section(`c${at}`, 2, "p1", `第${at + 1}【事業の状況】`));
  const headings = Array.from({ length: 27 }, (_, at) => section(`h${at}`, 3, `c${at % 5}`, `${at}【対処すべき課題】`));
  const items = Array.from({ length: 357 }, (_, at) =>
    section(`i${at}`, 4, `h${at % 27}`, at % 100 === 7 ? `（${at}）為替リスク` : `（${at}）重要な会計方針`),
  );
  const inside = (id: string | null): TocSection[] =>
    [...parts, ...chapters, ...headings, ...items]
      .filter((each) => each.parent_section_id === id)
      .flatMap((each) => [each, ...inside(each.section_id)]);
  return inside(null);
}

const rows = mapRows(report(), tiers, nothing);

test("a report of 391 sections comes as its headings in one small page, and each tells what is in it", () => {
  expect(rows).toHaveLength(391);
  const listed = listedSections(rows, { depth: 2 });
  expect(listed).toHaveLength(34);
  expect(JSON.stringify(listed).length).toBeLessThan(6_000);
  const hidden = listed.reduce((sum, each) => sum + (each.inside ?? 0), 0);
  expect(listed.length + hidden).toBe(391);
});

test("a part is opened level by level, and what it lists is the same at any depth", () => {
  const inside = listedSections(rows, { depth: 1, part: id("h3") });
  expect(inside).toHaveLength(
    listedSections(rows, { depth: 2 }).find((each) => each.section_id === "h3")?.inside ?? -1,
  );
  expect(listedSections(rows, { depth: 9 })).toHaveLength(391);
  expect(() => listedSections(rows, { depth: 1, part: id("none") })).toThrow("invalid_arguments");
});

test("words of titles are found at any depth, whatever their width, and within a part alone", () => {
  const found = listedSections(rows, { depth: 1, filter: "為替" });
  expect(found.map((each) => each.section_id)).toEqual(["i107", "i7", "i207", "i307"].sort(byReading));
  expect(listedSections(rows, { depth: 1, filter: "ﾘｽｸ" })).toEqual(found);
  expect(listedSections(rows, { depth: 1, part: id("h7"), filter: "為替" }).map((each) => each.section_id)).toEqual([
    "i7",
  ]);
});

const order = rows.map((row) => row.id);
const byReading = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);
