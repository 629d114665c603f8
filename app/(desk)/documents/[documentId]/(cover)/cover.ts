import { cache } from "react";
import { requireOwner } from "@/lib/auth/session";
import type { DocumentId } from "@/lib/contract/ids";
import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "@/lib/contract/resources";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem, type UpstreamProblem } from "@/lib/upstream/problem-error";

/** An answer, or what was said instead of one: each part of the cover stands or falls alone. */
export type Settled<T> = { readonly value: T } | { readonly problem: UpstreamProblem };

export interface Cover {
  readonly document: DocumentSummary;
  /** Null where the status says that there is none. */
  readonly toc: Settled<DocumentTocResponse> | null;
  readonly pages: Settled<DocumentPageImagesResponse>;
  readonly originals: Settled<DocumentOriginalsResponse>;
  readonly amends: DocumentSummary | null;
  readonly amendedBy: DocumentSummary | null;
  readonly supersededBy: DocumentSummary | null;
}

/** The document's own record; once a request, for the page and its title. */
export const findDocument = cache(async (documentId: DocumentId): Promise<Settled<DocumentSummary>> => {
  const { upstream } = await requireOwner();
  return settled(callFree(upstream, "getDocument", { document_id: documentId }));
});

/** Everything free about a document, asked for at once. */
export async function loadCover(document: DocumentSummary): Promise<Cover> {
  const { upstream } = await requireOwner();
  const input = { document_id: document.document_id };
  // Waiting documents are asked too: the refusal says when to come back.
  const hasContents = document.content_status === "ready" || document.content_status === "pending_release";
  const [toc, pages, originals, amends, amendedBy, supersededBy] = await Promise.all([
    hasContents ? settled(callFree(upstream, "getToc", input)) : null,
    settled(callFree(upstream, "listPageImages", input)),
    settled(callFree(upstream, "listOriginals", input)),
    relative(document.amends_document_id),
    relative(document.amended_by_document_id),
    relative(document.superseded_by_document_id),
  ]);
  return { document, toc, pages, originals, amends, amendedBy, supersededBy };
}

async function relative(documentId: DocumentId | null): Promise<DocumentSummary | null> {
  if (documentId === null) return null;
  const found = await findDocument(documentId);
  return "value" in found ? found.value : null;
}

async function settled<T>(answer: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await answer };
  } catch (error) {
    if (isProblem(error)) return { problem: error.problem };
    throw error;
  }
}
