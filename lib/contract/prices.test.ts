import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCharacters } from "../text/format/count-characters.ts";
import { anyText } from "../text/testing/any-text.ts";
import { toWireRequest } from "./client.ts";
import type { DocumentId, NewsId, OriginalId, SecurityCode } from "./ids.ts";
import { creditsFor, defaultContentTiers } from "./prices.ts";

describe("the price of a body", () => {
  it.each([
    [0, 2],
    [10_000, 2],
    [10_001, 4],
    [50_000, 4],
    [50_001, 8],
  ])("of %i characters is %i credits", (characters, credits) => {
    expect(creditsFor(defaultContentTiers, characters)).toBe(credits);
  });

  it("counts code points, lone surrogates included", () => {
    fc.assert(fc.property(anyText(), (text) => countCharacters(text) === [...text].length));
    expect(countCharacters("𠮷野家 \ud800")).toBe(5);
  });
});

describe("a call as it is sent", () => {
  it("is the same however its input was written", () => {
    const codes = ["7203", "6758"] as SecurityCode[];
    expect(toWireRequest("listNews", { timeline_since: "2026-01-01", security_codes: codes, limit: 20 })).toEqual(
      toWireRequest("listNews", { security_codes: codes, timeline_since: "2026-01-01" }),
    );
    expect(toWireRequest("listNews", { security_codes: codes }).target).toBe(
      "/v1/news?security_codes=7203&security_codes=6758",
    );
    expect(toWireRequest("searchDocuments", { query: "配当", latest_only: true, top_k: 5 }).body).toBe(
      '{"query":"配当","top_k":5}',
    );
  });

  it("encodes ids", () => {
    expect(toWireRequest("getDocument", { document_id: "a:b/c" as DocumentId }).target).toBe("/v1/documents/a%3Ab%2Fc");
  });

  it.each(["", ".", ".."])("refuses the id %j, which would make another address", (id) => {
    expect(() => toWireRequest("getDocument", { document_id: id as DocumentId })).toThrow();
    expect(() => toWireRequest("getNews", { news_id: id as NewsId })).toThrow();
    const document_id = "S100ABCD" as DocumentId;
    expect(() => toWireRequest("getOriginal", { document_id, original_id: id as OriginalId })).toThrow();
  });
});
