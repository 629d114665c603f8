import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { routes } from "@/lib/routes";
import { answerQuery, type NewsForm, newsFormFromQuery, newsFormToQuery, newsQuestion } from "./news-form";

const read = (address: string) => newsFormFromQuery(new URL(address, "https://x.test").searchParams, "2026-11-14");
const form: fc.Arbitrary<NewsForm> = fc.record({
  query: fc.string({ unit: "grapheme", maxLength: 30 }),
  match: fc.constantFrom("semantic", "lexical"),
  codes: fc.subarray(["7203", "130A"]),
  since: fc.constantFrom("2026-06-01", "2024-02-29"),
  until: fc.constantFrom("", "2026-11-20"),
});

describe("the news form", () => {
  test("survives its address", () => {
    fc.assert(
      fc.property(form, (each) => {
        expect(read(routes.newsList(newsFormToQuery(each)))).toEqual(each);
      }),
    );
  });

  test("an address without parameters means the last days; a search is not limited to days", () => {
    expect(read("/read/news").since).toBe("2026-11-14");
    expect(read("/read/news?q=増配").since).toBe("");
    expect(read("/read/news?code=7203").since).toBe("");
  });

  test("is a list without words, a search with them, and no request where the service would refuse it", () => {
    const base = read("/read/news");
    expect(newsQuestion(base)).toEqual({ kind: "list_news", input: { timeline_since: "2026-11-14" } });
    expect(newsQuestion({ ...base, query: "増配" })).toMatchObject({ kind: "search_news" });
    expect(newsQuestion({ ...base, since: "" })).toBe("filter");
    expect(newsQuestion({ ...base, since: "2026-11-20", until: "2026-11-19" })).toBe("range");
  });

  test("a further page is a request of its own", () => {
    const question = newsQuestion(read("/read/news"), "abc");
    expect(typeof question === "object" && answerQuery(question)).toEqual({
      kind: "list_news",
      timeline_since: "2026-11-14",
      cursor: "abc",
    });
  });
});
