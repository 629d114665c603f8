import { queryOptions } from "@tanstack/react-query";
import { api } from "../routes.ts";
import { askOwnApi } from "./own-api.ts";

/** Pieces of owned text, set as HTML by the server. */
export interface ReadingText {
  readonly html: Readonly<Record<string, string>>;
}

/** Owned text never changes, so what has come once is not asked for again. */
export function readingTextQuery(documentId: string, sectionId: string, pieces: readonly string[]) {
  return queryOptions({
    queryKey: ["reading", documentId, sectionId, pieces] as const,
    queryFn: ({ signal }) => askOwnApi<ReadingText>(api.readingText(documentId, sectionId, pieces), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // The text lives in the page's own state; keeping it twice would double a document of megabytes.
    gcTime: 0,
    retry: 1,
  });
}
