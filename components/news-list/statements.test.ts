import { expect, test } from "vitest";
import { readNewsAnswer } from "./statements";

test("a list and a search are read alike", () => {
  const news = {
    news_id: "n1",
    title: "増配",
    security_codes: ["7203"],
    references: [{ document_id: "d", page_number: 2 }],
  };
  const listed = readNewsAnswer({ news: [news], next_cursor: "c" });
  expect(listed?.nextCursor).toBe("c");
  expect(readNewsAnswer({ hits: [{ news, score: 0.4 }] })?.statements).toEqual(listed?.statements);
  expect(listed?.statements[0]?.references[0]).toEqual({
    document_id: "d",
    section_id: null,
    page_number: 2,
    url: null,
    title: null,
  });
});

test("a reference that is no web address is no link", () => {
  const read = readNewsAnswer({ news: [{ news_id: "n", references: [{ url: "javascript:alert(1)" }] }] });
  expect(read?.statements[0]?.references[0]?.url).toBeNull();
});

test("an answer without a list is reported as unreadable, not as empty", () => {
  expect(readNewsAnswer({ next_cursor: null })).toBeUndefined();
  expect(readNewsAnswer(null)).toBeUndefined();
});
