import { expect, test } from "vitest";
import { statusNotesOf } from "./standing.ts";

test("a document says all that has become of it, the weightiest first, each with where to go", () => {
  const document = {
    content_status: "withdrawn",
    amends_document_id: "A",
    amended_by_document_id: "B",
    superseded_by_document_id: "C",
  };
  expect(statusNotesOf(document)).toEqual([
    { kind: "withdrawn", documentId: null },
    { kind: "amended", documentId: "B" },
    { kind: "superseded", documentId: "C" },
    { kind: "amends", documentId: "A" },
  ]);
});

test("a current document, and one of a service that tells nothing, says nothing", () => {
  const none = { amends_document_id: null, amended_by_document_id: null, superseded_by_document_id: null };
  expect(statusNotesOf({ content_status: "ready", ...none })).toEqual([]);
  expect(statusNotesOf({})).toEqual([]);
});
