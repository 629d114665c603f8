import { requireOwner } from "@/lib/auth/session";
import type { EndpointInput } from "@/lib/contract/endpoints";
import { type DocumentPage, readListedDocument } from "@/lib/format/free-lists";
import { documentsAPage } from "@/lib/queries/documents";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem } from "@/lib/upstream/problem-error";

type Asked = Pick<EndpointInput<"listDocuments">, "security_codes" | "timeline_since" | "timeline_until">;

/** The first page of a list, for the browser to begin with; undefined where it will have to ask, and say, itself. */
export async function firstPage(input: Asked): Promise<DocumentPage | undefined> {
  const { upstream } = await requireOwner();
  try {
    const page = await callFree(upstream, "listDocuments", { ...input, limit: documentsAPage });
    return { documents: page.documents.flatMap((each) => readListedDocument(each)), next_cursor: page.next_cursor };
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}
