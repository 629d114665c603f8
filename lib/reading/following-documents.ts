import type { EndpointInput } from "../contract/endpoints.ts";
import { type DocumentPage, readListedDocument } from "../text/format/free-lists.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";
import type { Upstream } from "../upstream/upstream.ts";

/** As many as one press of "earlier documents" brings: each is a request of the key's limits. */
export const pagesAtOnce = 10;

/** Pages before a refusal are answered, so that no request is counted in vain. */
export async function followingDocuments(
  upstream: Upstream,
  input: EndpointInput<"listDocuments">,
  signal: AbortSignal,
): Promise<readonly DocumentPage[]> {
  const pages: DocumentPage[] = [];
  let { cursor } = input;
  do {
    try {
      const page = await callFreeEndpoint(upstream, "listDocuments", { ...input, cursor }, { signal });
      pages.push({
        documents: page.documents.flatMap((each) => readListedDocument(each)),
        next_cursor: page.next_cursor,
      });
      cursor = page.next_cursor ?? undefined;
    } catch (error) {
      if (pages.length > 0 && isProblem(error)) return pages;
      throw error;
    }
  } while (cursor !== undefined && pages.length < pagesAtOnce);
  return pages;
}
