import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { type DocumentPage, readDocumentPage } from "../format/free-lists.ts";
import { api } from "../routes.ts";
import { fetchOwnApi, OwnApiError } from "./own-api.ts";

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
    queryFn: ({ signal, pageParam }) => fetchDocuments(input, pageParam, signal),
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

/** A service with a lower maximum refuses ours; from then on the limit is left out. */
let limit: number | undefined = documentsAPage;

async function fetchDocuments(input: DocumentListInput, cursor: string, signal: AbortSignal): Promise<DocumentPage> {
  const asked = limit;
  try {
    return await fetchPage(input, cursor, asked, signal);
  } catch (error) {
    if (asked === undefined || !(error instanceof OwnApiError) || error.problem.status !== 422) throw error;
    limit = undefined;
    return fetchPage(input, cursor, undefined, signal);
  }
}

async function fetchPage(
  input: DocumentListInput,
  cursor: string,
  most: number | undefined,
  signal: AbortSignal,
): Promise<DocumentPage> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(name, String(item));
  }
  if (most !== undefined) query.append("limit", String(most));
  if (cursor !== "") query.append("cursor", cursor);
  const page = readDocumentPage(await fetchOwnApi<unknown>(api.free(`/v1/documents?${query}`), { signal }));
  if (page !== undefined) return page;
  const detail = "The service's answer has a shape that can’t be read.";
  throw new OwnApiError({ status: 502, code: "unreadable_answer", detail, instance: null, retry_after_seconds: null });
}
