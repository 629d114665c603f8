import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { DocumentPage } from "../format/free-lists.ts";

/** Lists of documents: free, paged by cursor, with one cache entry for each set of filters. */

export interface DocumentListInput {
  readonly security_codes?: readonly string[];
  readonly document_families?: readonly string[];
  readonly document_types?: readonly string[];
  readonly timeline_since?: string;
  readonly timeline_until?: string;
}

export const documentKeys = {
  all: ["documents"] as const,
  list: (input: DocumentListInput) => [...documentKeys.all, "list", input] as const,
};

/** The most that a service sends at once, so that fewer requests count against the key's limits. */
export const documentsAPage = 100;

export function documentListQuery(input: DocumentListInput) {
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
export function seedDocumentList(client: QueryClient, input: DocumentListInput, first: DocumentPage): void {
  const data: InfiniteData<DocumentPage, string> = { pages: [first], pageParams: [""] };
  client.setQueryData(documentKeys.list(input), data);
}
