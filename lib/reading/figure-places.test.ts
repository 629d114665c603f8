import { expect, test } from "vitest";
import { readPackage } from "../../service/ingest/package/read-package.ts";
import { DocumentId, SectionId } from "../contract/ids.ts";
import { defaultContentTiers } from "../contract/prices.ts";
import type { DocumentTocResponse } from "../contract/resources.ts";
import { readFigures } from "../evidence/figures/reading/read-figures.ts";
import { makeReport } from "../evidence/figures/testing/make-package.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import { figurePlaces } from "./figure-places.ts";

async function placed(ownedSections: readonly string[] | null) {
  const zip = makeReport();
  const [draft] = await readPackage(zip);
  const toc: DocumentTocResponse = {
    document_id: DocumentId.parse("S1"),
    content_tiers: defaultContentTiers.map((tier) => ({ ...tier })),
    missing_parts: [],
    moved_sections: [],
    toc: (draft?.sections ?? []).map(({ title, level, markdown }, at) => ({
      section_id: SectionId.parse(`s${at}`),
      title,
      title_en: null,
      level,
      parent_section_id: null,
      character_count: markdown.length,
      page_number: null,
      content_tag: null,
    })),
  };
  const owned: OwnedDocument = {
    document_id: "S1",
    whole: false,
    sections: ownedSections ?? [],
    pages: [],
    originals: [],
    without_lead: [],
    pending: { sections: [], pages: [] },
  };
  const figures = await readFigures(zip);
  const placeOf = figurePlaces("S1", figures, ownedSections === null ? null : toc, owned);
  const sales = figures.facts.find(({ shown }) => shown === "1,234");
  if (sales === undefined) throw new Error("no sales");
  return { place: placeOf(sales), toc };
}

test("a figure leads to its row in its section, at the section's price", async () => {
  const { place, toc } = await placed([]);
  const id = toc.toc.find(({ title }) => title === place.section)?.section_id ?? "";
  expect(place.href).toBe(`/documents/S1/sections/${id}#q=${id}~~${encodeURIComponent("売上高")}~1%2C234`);
  expect(place.section).toContain("指標等");
  expect(place.price).toEqual({ min: 2, max: 2 });
});

test("in a section that is owned it costs nothing", async () => {
  const { toc } = await placed([]);
  const { place } = await placed(toc.toc.map(({ section_id }) => section_id));
  expect(place.price).toBeNull();
});

test("without a table of contents it leads to the document", async () => {
  const { place } = await placed(null);
  expect(place).toEqual({ href: "/documents/S1", section: null, price: null });
});
