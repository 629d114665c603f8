import fc from "fast-check";
import { expect, test } from "vitest";
import type { RetiredSection, SectionText } from "../../storage/ports.ts";
import type { PublicationSection } from "./publication.ts";
import { keepSectionIds } from "./section-ids.ts";
import { makeSection } from "./testing/make-publication.ts";

const paragraphs = Array.from(
  { length: 24 },
  (_, at) =>
    `第${at}段では見本の${String.fromCharCode(0x3042 + at)}について、${"数字と事実".repeat((at % 5) + 1)}を述べる。\n\n`,
);

/** The same text, cut before the named paragraphs; the first always begins a section. */
function cut(before: readonly number[]): PublicationSection[] {
  const starts = [...new Set([0, ...before])].sort((a, b) => a - b);
  return starts.map((start, at) => {
    const markdown = paragraphs.slice(start, starts[at + 1]).join("");
    return makeSection(`s-${start}-${markdown.length}`, "", { title: `第${start}`, markdown });
  });
}

const stored = (sections: readonly PublicationSection[]): SectionText[] =>
  sections.map(({ pageNumber: _, names: __, ...text }) => text);

const cutting = fc.array(fc.integer({ min: 1, max: paragraphs.length - 1 }), { maxLength: 12 });

test("the same text cut the same keeps every id", () => {
  fc.assert(
    fc.property(cutting, (places) => {
      const first = cut(places);
      const { sections, retired } = keepSectionIds(cut(places), stored(first), []);
      expect(sections).toEqual(first);
      expect(retired).toEqual([]);
    }),
  );
});

test("an old id leads to the section in which its text begins now", () => {
  fc.assert(
    fc.property(cutting, cutting, (places, others) => {
      const first = cut(places);
      const { sections, retired } = keepSectionIds(cut(others), stored(first), []);
      const alive = new Map(sections.map((section) => [section.sectionId, section.markdown]));
      const now = new Map(retired.map((each) => [each.sectionId, each.movedTo]));
      for (const { sectionId, markdown } of first) {
        const place = alive.has(sectionId) ? sectionId : now.get(sectionId);
        expect(alive.get(place ?? "")).toContain(markdown.slice(0, 24));
      }
    }),
  );
});

test("after any number of changes, it leads to an existing section", () => {
  fc.assert(
    fc.property(fc.array(cutting, { minLength: 2, maxLength: 5 }), (cuttings) => {
      let sections: readonly PublicationSection[] = [];
      let retired: readonly RetiredSection[] = [];
      for (const places of cuttings) {
        ({ sections, retired } = keepSectionIds(cut(places), stored(sections), retired));
      }
      const alive = new Set(sections.map((section) => section.sectionId));
      for (const { movedTo } of retired) expect(alive).toContain(movedTo);
    }),
  );
});

test("the id of a removed text leads nowhere", () => {
  const before = [makeSection("a", "消えた節の文章はもうどこにもない。"), makeSection("b", "残る節の文章である。")];
  const { retired } = keepSectionIds([makeSection("b", "残る節の文章である。")], stored(before), []);
  expect(retired).toEqual([{ sectionId: "a", textHash: expect.any(String), movedTo: null }]);
});
