import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stackAmendments, type TimelineDocument, timelineRows } from "./timeline.ts";

const doc = (document_id: string, day: string, amends: string | null = null): TimelineDocument => ({
  document_id,
  timeline_at: `${day}T10:00:00+09:00`,
  amends_document_id: amends,
});

const ids = (page: readonly TimelineDocument[]) =>
  stackAmendments(page).map(({ document, stacked }) => `${stacked ? ">" : ""}${document.document_id}`);

describe("amendments", () => {
  test("an original is placed beneath its amendment, however many documents are between them", () => {
    expect(ids([doc("a", "2026-07-17", "o"), doc("x", "2026-07-01"), doc("o", "2026-06-26")])).toEqual([
      "a",
      ">o",
      "x",
    ]);
  });

  test("the newest of several amendments comes first, with the whole chain beneath it", () => {
    expect(ids([doc("a2", "2026-08-01", "o"), doc("a1", "2026-07-01", "o"), doc("o", "2026-06-01")])).toEqual([
      "a2",
      ">a1",
      ">o",
    ]);
    expect(ids([doc("a2", "2026-08-01", "a1"), doc("a1", "2026-07-01", "o"), doc("o", "2026-06-01")])).toEqual([
      "a2",
      ">a1",
      ">o",
    ]);
  });

  test("an original of a later page stays on its own day, so that nothing moves above the reader", () => {
    const rows = timelineRows([[doc("a", "2026-07-17", "o")], [doc("o", "2026-06-26")]]);
    expect(rows.flatMap((row) => (row.kind === "document" ? [[row.day, row.stacked]] : []))).toEqual([
      ["2026-07-17", false],
      ["2026-06-26", false],
    ]);
  });

  test("circular amendments, and originals that come first, are left in place", () => {
    expect(ids([doc("a", "2026-07-02", "b"), doc("b", "2026-07-01", "a")])).toEqual(["a", "b"]);
    expect(ids([doc("o", "2026-07-02"), doc("a", "2026-07-01", "o")])).toEqual(["o", "a"]);
  });

  test("whatever the amendments refer to, every document is shown exactly once", () => {
    const pages = fc.array(fc.tuple(fc.nat(12), fc.option(fc.nat(12))), { maxLength: 13 });
    fc.assert(
      fc.property(pages, (links) => {
        const seen = new Set<number>();
        const page = links.flatMap(([id, amends]) => {
          if (seen.has(id)) return [];
          seen.add(id);
          return [doc(`d${id}`, "2026-01-01", amends === null ? null : `d${amends}`)];
        });
        const shown = stackAmendments(page).map(({ document }) => document.document_id);
        expect([...shown].sort()).toEqual(page.map((each) => each.document_id).sort());
      }),
    );
  });
});

describe("the rows", () => {
  test("each day is named once, in Japan time, beneath its year", () => {
    const late: TimelineDocument = {
      document_id: "late",
      timeline_at: "2025-12-31T20:00:00Z",
      amends_document_id: null,
    };
    const rows = timelineRows([[late, doc("n", "2026-01-01"), doc("o", "2025-12-30")]]);
    expect(rows.map((row) => [row.kind, row.kind === "document" ? row.day + row.first : row.key])).toEqual([
      ["year", "year-2026"],
      ["document", "2026-01-01true"],
      ["document", "2026-01-01false"],
      ["year", "year-2025"],
      ["document", "2025-12-30true"],
    ]);
  });

  test("a document in two overlapping pages is shown once", () => {
    const rows = timelineRows([[doc("a", "2026-02-02")], [doc("a", "2026-02-02"), doc("b", "2026-02-01")]]);
    expect(rows.map((row) => row.key)).toEqual(["year-2026", "a", "b"]);
  });

  test("news of a period is placed beneath the last document of its last day, bought or not", () => {
    const october = { since: "2026-10-01", until: "2026-10-31", statements: [{ news_id: "n1" }, { news_id: "n2" }] };
    const november = { since: "2026-11-01", until: "2026-11-20", statements: null };
    const rows = timelineRows(
      [[doc("a", "2026-11-20"), doc("b", "2026-11-13"), doc("c", "2026-08-21")]],
      [october, november],
    );
    expect(rows.map((row) => (row.kind === "document" ? row.key : row.kind))).toEqual([
      "year",
      "a",
      "lane",
      "b",
      "news",
      "news",
      "c",
    ]);
  });

  test("news newer than any document is placed beneath its year, which is named once", () => {
    const block = { since: "2026-11-01", until: "2026-11-21", statements: null };
    const rows = timelineRows([[doc("a", "2026-11-18"), doc("b", "2025-11-18")]], [block]);
    expect(rows.map((row) => row.key)).toEqual(["year-2026", "news-2026-11-01-2026-11-21", "a", "year-2025", "b"]);
    const january = timelineRows(
      [[doc("a", "2025-11-18")]],
      [{ since: "2026-01-01", until: "2026-01-02", statements: null }],
    );
    expect(january.map((row) => row.kind)).toEqual(["year", "lane", "year", "document"]);
  });

  test("a listed period with further pages ends with a row that offers the next one", () => {
    const block = { since: "2026-10-01", until: "2026-10-31", statements: [{ news_id: "n1" }], more: "cursor" };
    expect(timelineRows([], [block]).map((row) => row.kind)).toEqual(["year", "news", "lane"]);
    expect(timelineRows([], [{ ...block, more: null }]).map((row) => row.kind)).toEqual(["year", "news"]);
  });

  test("a new page adds rows at the end and changes none of the keys before", () => {
    const days = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(days, fc.nat(), (offsets, cut) => {
        const all = [...offsets]
          .sort((a, b) => b - a)
          .map((offset, index) => doc(`d${index}`, new Date(offset * 86_400_000 + 1.7e12).toISOString().slice(0, 10)));
        const at = cut % all.length;
        const before = timelineRows([all.slice(0, at)]).map((row) => row.key);
        const after = timelineRows([all.slice(0, at), all.slice(at)]).map((row) => row.key);
        expect(after.slice(0, before.length)).toEqual(before);
      }),
    );
  });
});
