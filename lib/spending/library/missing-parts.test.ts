import { beforeEach, expect, test } from "vitest";
import { lackingId } from "../simulation/sample-document.ts";
import { ann, at, buy, inTime, restart } from "../testing/purchase-setup.ts";
import { libraryPage } from "./library-views.ts";

beforeEach(() => restart());

const quoteOf = (document_id: string) => inTime(at.app.purchaseService.quote(ann, { kind: "content", document_id }));

test("a quote, a purchase and the library say what a document lacks, and nothing of one that is whole", async () => {
  expect((await quoteOf(lackingId)).missing_parts).toEqual(["第一部"]);
  expect(await quoteOf("D1")).not.toHaveProperty("missing_parts");
  expect((await buy({ kind: "content", document_id: lackingId })).missing_parts).toEqual(["第一部"]);
  expect(await buy({ kind: "content", document_id: "D1" })).not.toHaveProperty("missing_parts");
  const { items } = await libraryPage(at.app.deps, at.app.rows, ann.ownerId, new URLSearchParams());
  expect(Object.fromEntries(items.map((each) => [each.document_id, each.parts_missing]))).toEqual({
    [lackingId]: true,
    D1: false,
  });
});
