import { queryOptions } from "@tanstack/react-query";
import { api } from "../../routes.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Pieces of owned text, rendered as HTML by the server. */
export interface ReadingText {
  readonly html: Readonly<Record<string, string>>;
}

/** Owned text never changes, so it is requested once. */
export function readingTextQuery(documentId: string, sectionId: string, pieces: readonly string[]) {
  return queryOptions({
    queryKey: ["reading", documentId, sectionId, pieces] as const,
    queryFn: ({ signal }) => fetchOwnApi<ReadingText>(api.readingText(documentId, sectionId, pieces), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // The text is kept in the page's own state; a second copy in the cache would double megabytes.
    gcTime: 0,
    retry: 1,
  });
}
