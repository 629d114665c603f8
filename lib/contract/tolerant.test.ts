import { describe, expect, it } from "vitest";
import { readStoredAnswer, readTolerantly } from "./tolerant.ts";

describe("an answer of another service", () => {
  const minimal = {
    document_id: "D1",
    content_status: "ready",
    image_available: true,
    timeline_at: "2026-11-20T00:00:00Z",
  };

  it("is read with only the fields of the interface", () => {
    expect(readTolerantly("getDocument", minimal)).toEqual({
      value: expect.objectContaining({ document_id: "D1", title: null, page_count: null, amends_document_id: null }),
    });
  });

  it("is read without any optional field, unknown fields ignored", () => {
    const read = readTolerantly("getDocument", { document_id: "D1", content_status: "archived", shelf: 3 });
    expect(read).toEqual({
      value: expect.objectContaining({ content_status: "archived", image_available: null, timeline_at: null }),
    });
    expect(read).not.toHaveProperty("value.shelf");
  });

  it.each(["documents", "items", "results", "data"])("may call its list %s", (name) => {
    expect(readTolerantly("listDocuments", { [name]: [minimal], next_cursor: "n" })).toMatchObject({
      value: { documents: [{ document_id: "D1" }], next_cursor: "n" },
    });
  });

  it("may be the list itself", () => {
    expect(readTolerantly("listDocuments", [minimal])).toMatchObject({ value: { next_cursor: null } });
  });

  it("may give a field an odd type: it is then unknown", () => {
    expect(readTolerantly("getDocument", { ...minimal, page_count: "many", timeline_at: "yesterday" })).toMatchObject({
      value: { page_count: null, timeline_at: null },
    });
  });

  it("is unreadable where the list or an id is missing, and the error names it", () => {
    expect(readTolerantly("listDocuments", { next_cursor: null })).toHaveProperty("unreadable");
    expect(readTolerantly("listDocuments", { documents: [{ content_status: "ready" }] })).toMatchObject({
      unreadable: expect.stringContaining("document_id"),
    });
    expect(readTolerantly("getDocument", "<html>")).toHaveProperty("unreadable");
    expect(readTolerantly("getContent", { document_id: "D1" })).toHaveProperty("unreadable");
  });

  it("may leave sizes and tiers out of a table of contents", () => {
    expect(readTolerantly("getToc", { toc: [{ section_id: "s1" }] })).toEqual({
      value: {
        document_id: null,
        content_tiers: [],
        toc: [
          {
            section_id: "s1",
            title: null,
            title_en: null,
            level: null,
            parent_section_id: null,
            character_count: null,
            page_number: null,
            content_tag: null,
          },
        ],
        missing_parts: [],
        moved_sections: [],
      },
    });
  });

  it("reads news without a title and search hits without a snippet", () => {
    expect(readTolerantly("listNews", { items: [{ news_id: "n1" }] })).toMatchObject({
      value: { news: [{ news_id: "n1", title: null, references: [], security_codes: [] }] },
    });
    expect(readTolerantly("searchDocuments", { results: [{ document: minimal }] })).toMatchObject({
      value: { hits: [{ document: { document_id: "D1" }, section_path: [], snippet: null }] },
    });
  });
});

it("reads an answer stored before a field was added, and the field is null", () => {
  const stored = JSON.stringify({
    document_id: "D1",
    content_tiers: [{ max_characters: null, credits: 8 }],
    toc: [{ section_id: "s1", title: "一", level: 1, parent_section_id: null, character_count: 5 }],
  });
  expect(readStoredAnswer("getToc", stored)).toMatchObject({
    toc: [{ section_id: "s1", character_count: 5, title_en: null, page_number: null, content_tag: null }],
    missing_parts: [],
  });
  expect(readStoredAnswer("getToc", null)).toBeNull();
  expect(readStoredAnswer("getToc", '{"toc":1}')).toBeNull();
});
