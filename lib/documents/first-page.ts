import { requireOwner } from "../auth/session.ts";
import type { EndpointInput } from "../contract/endpoints.ts";
import { type DocumentPage, readListedDocument } from "../format/free-lists.ts";
import { documentsAPage } from "../queries/documents.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";

type FirstPageRequest = Pick<EndpointInput<"listDocuments">, "security_codes" | "timeline_since" | "timeline_until">;

/**
 * The first page of a list, sent with the page; undefined where it failed, so that the browser asks again and shows the
 * error.
 */
export async function firstPage(input: FirstPageRequest): Promise<DocumentPage | undefined> {
  const { upstream } = await requireOwner();
  try {
    const page = await callFreeEndpoint(upstream, "listDocuments", { ...input, limit: documentsAPage });
    return { documents: page.documents.flatMap((each) => readListedDocument(each)), next_cursor: page.next_cursor };
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}
