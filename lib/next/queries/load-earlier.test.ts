import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type DocumentPage, readListedDocument } from "../../text/format/free-lists.ts";
import { documentListQuery, seedDocumentList } from "./documents.ts";
import { loadEarlier } from "./load-earlier.ts";
import { ownedDocumentsQuery } from "./owned.ts";

afterEach(() => vi.unstubAllGlobals());

const input = { security_codes: ["7203"] };
const pageOf = (id: string, next: string | null): DocumentPage => ({
  documents: readListedDocument({ document_id: id }),
  next_cursor: next,
});
const owned = { document_id: "d2", whole: true, sections: [], pages: [], originals: [], without_lead: [] };

function answering(answer: unknown): { asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(answer);
  });
  return { asked };
}

describe("earlier documents", () => {
  it("are added to the list in one request, with what is owned of them", async () => {
    const { asked } = answering({ pages: [pageOf("d1", "c2"), pageOf("d2", null)], owned: [owned] });
    const client = new QueryClient();
    seedDocumentList(client, input, pageOf("d0", "c1"));
    await loadEarlier(client, input);
    expect(asked).toEqual(["/api/timeline?security_codes=7203&cursor=c1&limit=100"]);
    const list = client.getQueryData(documentListQuery(input).queryKey);
    expect(list?.pages.map((page) => page.documents[0]?.document_id)).toEqual(["d0", "d1", "d2"]);
    expect(list?.pageParams).toEqual(["", "c1", "c2"]);
    expect(client.getQueryData(ownedDocumentsQuery(["d2"]).queryKey)).toEqual([owned]);
    expect(client.getQueryData(ownedDocumentsQuery(["d1"]).queryKey)).toEqual([]);
    await loadEarlier(client, input);
    expect(asked).toHaveLength(1);
  });

  it("are not added twice where the list has moved on meanwhile", async () => {
    const client = new QueryClient();
    seedDocumentList(client, input, pageOf("d0", "c1"));
    vi.stubGlobal("fetch", async () => {
      const { queryKey } = documentListQuery(input);
      client.setQueryData(queryKey, { pages: [pageOf("d0", "c1"), pageOf("d1", "c2")], pageParams: ["", "c1"] });
      return Response.json({ pages: [pageOf("d1", "c2"), pageOf("d2", null)], owned: [] });
    });
    await loadEarlier(client, input);
    const list = client.getQueryData(documentListQuery(input).queryKey);
    expect(list?.pages.map((page) => page.documents[0]?.document_id)).toEqual(["d0", "d1"]);
  });
});
