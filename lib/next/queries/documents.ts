import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { DocumentFilters } from "../../contract/endpoints.ts";
import type { DocumentPage } from "../../text/format/free-lists.ts";

/** Lists of documents: free, paged by cursor, with one cache entry for each set of filters. */

export const documentKeys = {
  all: ["documents"] as const,
  list: (input: DocumentFilters) => [...documentKeys.all, "list", input] as const,
};

export function documentListQuery(input: DocumentFilters) {
  return infiniteQueryOptions({
    queryKey: documentKeys.list(input),
    // The first rows come with the page, so what asks for more is loaded when more are wanted.
    queryFn: async ({ signal, pageParam }) => {
      const { fetchDocuments } = await import("./fetch-documents.ts");
      return fetchDocuments(input, pageParam, signal);
    },
    initialPageParam: "",
    getNextPageParam: (last: DocumentPage) => last.next_cursor,
    staleTime: 5 * 60_000,
  });
}

/** Puts a page that the server has loaded into the browser's cache. */
export function seedDocumentList(client: QueryClient, input: DocumentFilters, first: DocumentPage): void {
  const data: InfiniteData<DocumentPage, string> = { pages: [first], pageParams: [""] };
  client.setQueryData(documentKeys.list(input), data);
}
