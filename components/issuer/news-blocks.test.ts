import { describe, expect, test } from "vitest";
import { newsSpans } from "@/lib/next/queries/news-lists";
import { noFilters } from "@/lib/text/format/timeline-filters";
import { daysOf } from "./days-of";
import { byMonth, openBlock, overlaps, ownedBlocks } from "./news-blocks";

const today = "2026-11-20";
const owned = (since: string, until: string, storedAt: string) => ({ since, until, statements: [], storedAt });

describe("the period that may be listed next", () => {
  test("is this month where nothing is owned, or the days that are chosen", () => {
    expect(openBlock([], noFilters, today)).toEqual({ since: "2026-11-01", until: today, statements: null });
    expect(openBlock([], { ...noFilters, from: "2026-06-01", to: "2026-06-30" }, today)).toEqual({
      since: "2026-06-01",
      until: "2026-06-30",
      statements: null,
    });
  });

  test("begins after what is owned, and again on its last day where the day went on after it was listed", () => {
    const during = owned("2026-11-01", "2026-11-18", "2026-11-18T12:00:00+09:00");
    expect(openBlock([during], noFilters, today)?.since).toBe("2026-11-18");
    const after = owned("2026-11-01", "2026-11-18", "2026-11-19T00:10:00+09:00");
    expect(openBlock([after], noFilters, today)?.since).toBe("2026-11-19");
  });

  test("never goes beyond today, whatever days are chosen", () => {
    expect(openBlock([], { ...noFilters, from: "2026-11-01", to: "2026-12-31" }, today)?.until).toBe(today);
    expect(openBlock([], { ...noFilters, from: "2026-12-01", to: "2026-12-31" }, today)).toBeUndefined();
  });

  test("holds no day that is owned, also where the chosen days only overlap what is", () => {
    const november = owned("2026-11-01", today, "2026-11-20T09:00:00+09:00");
    expect(openBlock([november], { ...noFilters, from: "2026-10-01", to: "2026-11-15" }, today)).toMatchObject({
      since: "2026-10-01",
      until: "2026-10-31",
    });
    const october = owned("2026-10-10", "2026-10-20", "2026-11-20T09:00:00+09:00");
    expect(openBlock([november, october], { ...noFilters, from: "2026-10-01" }, today)).toMatchObject({
      since: "2026-10-21",
      until: "2026-10-31",
    });
  });

  test("is absent while the answer of what was just bought is still being read", () => {
    expect(openBlock([{ since: "2026-11-01", until: today }], noFilters, today)).toBeUndefined();
  });

  test("is absent where everything in view is owned", () => {
    const all = owned("2026-11-01", today, "2026-11-20T09:00:00+09:00");
    expect(openBlock([all], noFilters, today)).toBeUndefined();
    const past = owned("2026-06-01", "2026-06-30", "2026-11-20T09:00:00+09:00");
    expect(openBlock([past], { ...noFilters, from: "2026-06-01", to: "2026-06-30" }, today)).toBeUndefined();
  });
});

describe("owned lists", () => {
  test("only lists of this issuer alone become blocks of its timeline, each once", () => {
    const item = (input: Record<string, unknown>) => ({ input });
    const page = {
      items: [
        item({ security_codes: ["971A"], timeline_since: "2026-10-01", timeline_until: "2026-10-31" }),
        item({ security_codes: ["971A"], timeline_since: "2026-10-01", timeline_until: "2026-10-31" }),
        item({ security_codes: ["971A", "929A"], timeline_since: "2026-10-01", timeline_until: "2026-10-31" }),
        item({ security_codes: ["971A"], timeline_since: "2026-10-01", timeline_until: "2026-10-31", cursor: "x" }),
        item({ timeline_since: "2026-10-01" }),
      ],
    };
    expect(newsSpans(page, "971A")).toEqual([
      { since: "2026-10-01", until: "2026-10-31" },
      { since: "2026-10-01", until: "2026-10-31", cursor: "x" },
    ]);
  });

  test("an answer under another list's name is read, and one without ids shows nothing", () => {
    const stored = {
      artifact_id: "a",
      stored_at: "2026-11-20T09:00:00+09:00",
      credits: 1,
      search_behind: 0,
      unreadable: null,
    };
    const span = { since: "2026-10-01", until: "2026-10-31" };
    const value = { items: [{ news_id: "n1", references: [{ page_number: 3 }] }, { title: "x" }], next_cursor: "c" };
    expect(ownedBlocks([span], [{ ...stored, value }])).toMatchObject([
      { statements: [{ news_id: "n1", title: null, references: [{ page_number: 3 }] }], more: "c" },
    ]);
    expect(ownedBlocks([span], [{ ...stored, value: null }])).toMatchObject([{ statements: [], more: null }]);
    expect(ownedBlocks([span], [null])).toEqual([]);
  });

  test("further pages of a period belong to its block, even if the service repeats a cursor", () => {
    const stored = {
      artifact_id: "a",
      stored_at: "2026-11-20T09:00:00+09:00",
      credits: 1,
      search_behind: 0,
      unreadable: null,
    };
    const span = { since: "2026-10-01", until: "2026-10-31" };
    const list = (id: string, next: string | null) => ({
      ...stored,
      value: { news: [{ news_id: id }], next_cursor: next },
    });
    const two = ownedBlocks([{ ...span, cursor: "c" }, span], [list("n2", null), list("n1", "c")]);
    expect(two.map((block) => [block.statements?.map((each) => each.news_id), block.more])).toEqual([
      [["n1", "n2"], null],
    ]);
    const ring = ownedBlocks([{ ...span, cursor: "c" }, span], [list("n2", "c"), list("n1", "c")]);
    expect(ring[0]?.statements?.map((each) => each.news_id)).toEqual(["n1", "n2"]);
  });

  test("a list of many months is split by month, and is continued beneath its oldest month", () => {
    const statement = (news_id: string, day: string) => ({
      news_id,
      title: null,
      statement: null,
      observed_at: `${day}T20:00:00Z`,
      references: [],
    });
    const block = {
      since: "2026-09-15",
      until: "2026-11-20",
      // 20:00 in London is the next day in Tokyo.
      statements: [statement("c", "2026-11-02"), statement("b", "2026-09-30"), statement("a", "2026-09-20")],
      more: "cursor",
    };
    expect(
      byMonth(block).map(({ since, until, statements, more }) => [since, until, statements?.length, more]),
    ).toEqual([
      ["2026-11-01", "2026-11-20", 1, undefined],
      ["2026-10-01", "2026-10-31", 1, undefined],
      ["2026-09-15", "2026-09-30", 1, "cursor"],
    ]);
    const empty = { ...block, statements: [], more: null };
    expect(byMonth(empty)).toEqual([empty]);
  });

  test("a block is in view where one of its days is", () => {
    const block = { since: "2026-10-01", until: "2026-10-31" };
    expect(overlaps(block, { ...noFilters, from: "2026-10-31" })).toBe(true);
    expect(overlaps(block, { ...noFilters, from: "2026-11-01" })).toBe(false);
    expect(overlaps(block, { ...noFilters, to: "2026-09-30" })).toBe(false);
  });
});

test("the days of a block are written as short as possible", () => {
  expect(daysOf("2026-11-01", "2026-11-20", "en")).toBe("1–20 November");
  expect(daysOf("2026-11-20", "2026-11-20", "ja")).toBe("11月20日");
  expect(daysOf("2026-10-15", "2026-11-20", "ja")).toBe("10月15日～11月20日");
  expect(daysOf("2025-10-15", "2026-11-20", "en")).toBe("October 2025 – November 2026");
});
