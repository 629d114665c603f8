import { describe, expect, it } from "vitest";
import { DocumentId } from "../contract/ids.ts";
import type { DocumentTocResponse } from "../contract/resources.ts";
import { keptContents, rememberContents } from "./kept-contents.ts";

const upstream = { baseUrl: "http://127.0.0.1:9", key: "key", keyId: "kept-contents" };
const id = DocumentId.parse("S100TEST");

const answer = (): DocumentTocResponse => ({
  document_id: id,
  missing_parts: [],
  content_tiers: [],
  toc: [],
  moved_sections: [],
});

describe("a kept table of contents", () => {
  it("is the same object for as long as the answer is the same, so that what was derived from it is found again", async () => {
    const first = answer();
    rememberContents(upstream, id, first, 0);
    const kept = await keptContents(upstream, id, 0);
    rememberContents(upstream, id, first, 1);
    expect(await keptContents(upstream, id, 1)).toBe(kept);
    rememberContents(upstream, id, answer(), 2);
    expect(await keptContents(upstream, id, 2)).not.toBe(kept);
  });
});
