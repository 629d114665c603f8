import { expect, it } from "vitest";
import type { Publication } from "../../domain/publishing/publication.ts";
import { readSampleData } from "../data.ts";
import { marketOf } from "../market.ts";
import { layOutFiling, type PaperPage } from "./layout.ts";

const { documents } = marketOf(readSampleData(), 0, { seed: 1, years: 2, anchorDay: "2026-11-21" });
const withText = documents.filter(({ sections }) => sections.length > 0);

const squeeze = (text: string) => text.normalize("NFKC").replace(/[\s|*#-]/g, "");
const wordsOf = (page: PaperPage | undefined) =>
  squeeze((page?.items ?? []).map((item) => (item.kind === "text" ? item.text : "")).join(""));

function laid({ title, sections }: Publication, draws = true) {
  // Without the places of the layout that it was published with.
  const plain = sections.map(({ pageNumber: _page, pageBreaks: _breaks, ...section }) => section);
  return layOutFiling({ kind: "filing", title, lines: [] }, plain, { draws });
}

it("tells each section the page on which its heading was set", () => {
  for (const document of withText) {
    const { pages, sections } = laid(document);
    for (const { title, markdown, pageNumber } of sections) {
      if (!markdown.startsWith("#")) continue;
      expect(wordsOf(pages[(pageNumber ?? 0) - 1]), `${document.title}: ${title}`).toContain(squeeze(title));
    }
  }
});

it("tells the same where nothing is drawn", () => {
  for (const document of withText) {
    const drawn = laid(document);
    const counted = laid(document, false);
    expect(counted.sections).toEqual(drawn.sections);
    expect(counted.pages.length).toBe(drawn.pages.length);
  }
});

it("tells where within a section's text a further page begins", () => {
  let count = 0;
  for (const document of withText) {
    const { pages, sections } = laid(document);
    for (const { markdown, pageBreaks = [] } of sections) {
      for (const { pageNumber, characters } of pageBreaks) {
        // Marks of lists and emphasis are not set: a few characters more or less.
        const after = squeeze([...markdown].slice(characters + 4, characters + 12).join(""));
        expect(wordsOf(pages[pageNumber - 1])).toContain(after);
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(50);
});

it("publishes every section of a filing with its page, in order and within the pages", () => {
  for (const { sections, pages, title } of withText) {
    const numbers = sections.map(({ pageNumber }) => pageNumber ?? 0);
    expect(
      numbers.every((page, at) => page >= (numbers[at - 1] ?? 1) && page <= pages.length),
      title,
    ).toBe(true);
  }
});
