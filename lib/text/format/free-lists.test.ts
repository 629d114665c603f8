import { expect, test } from "vitest";
import { readDocumentPage, readIssuers } from "./free-lists.ts";

test.each(["documents", "items", "results", "data"])("a list under the name %s is read", (name) => {
  const page = readDocumentPage({
    [name]: [{ document_id: "a", content_status: "ready", page_count: 3, new_field: {} }],
    next_cursor: "c",
  });
  expect(page?.documents).toMatchObject([{ document_id: "a", content_status: "ready", page_count: 3, title: null }]);
  expect(page?.next_cursor).toBe("c");
});

test("malformed fields are null, records without an id are left out, and an answer without a list is unreadable", () => {
  const page = readDocumentPage({ documents: [{ document_id: "a", page_count: "3", title: 7 }, { title: "x" }, null] });
  expect(page).toMatchObject({ documents: [{ page_count: null, title: null, content_status: "" }], next_cursor: null });
  expect(page?.documents).toHaveLength(1);
  expect([readDocumentPage({}), readDocumentPage(null), readDocumentPage("x")]).toEqual(Array(3).fill(undefined));
  expect(readDocumentPage([])).toEqual({ documents: [], next_cursor: null });
});

test("issuers need a code and a name", () => {
  expect(readIssuers({ results: [{ security_code: "971A", name: "海鳴" }, { name: "x" }] })).toEqual([
    { security_code: "971A", name: "海鳴", name_en: null, name_kana: null },
  ]);
});
