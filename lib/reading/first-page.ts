import type { EndpointInput } from "../contract/endpoints.ts";
import type { DocumentListResponse } from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import { type DocumentPage, documentsAPage, readListedDocument } from "../text/format/free-lists.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";

type FirstPageRequest = Pick<EndpointInput<"listDocuments">, "security_codes" | "timeline_since" | "timeline_until">;

/** Undefined where it failed, so that the browser asks again and shows the error. */
export async function firstPage({ upstream }: Owner, input: FirstPageRequest): Promise<DocumentPage | undefined> {
  try {
    return listedIn(await callFreeEndpoint(upstream, "listDocuments", { ...input, limit: documentsAPage }));
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}

function listedIn(answer: DocumentListResponse): DocumentPage {
  return {
    documents: answer.documents.flatMap((each) => readListedDocument(each)),
    next_cursor: answer.next_cursor,
  };
}
