import { notFound, Problem, type ProblemFields } from "../http/problem.ts";
import type { Catalog, CatalogDocument } from "../storage/ports.ts";

export async function getDocumentOr404(catalog: Catalog, documentId: string): Promise<CatalogDocument> {
  const document = await catalog.findDocument(documentId);
  if (document === undefined) throw notFound("There is no such document.");
  return document;
}

/** The 409 of bodies, tables of contents and originals, with a time to try again where one can be expected. */
export function contentNotAvailable(document: CatalogDocument, detail: string, nowMs: number): Problem {
  const { document_id, content_status } = document.summary;
  const seconds =
    content_status === "pending_release" && document.releaseAtMs !== null
      ? Math.max(1, Math.ceil((document.releaseAtMs - nowMs) / 1000))
      : undefined;
  const fields: ProblemFields = {
    document_id,
    content_status,
    ...(seconds === undefined ? {} : { retry_after_seconds: seconds }),
  };
  const headers = seconds === undefined ? {} : { "Retry-After": String(seconds) };
  return new Problem("content_not_available", detail, { fields, headers });
}

/** Text is deliverable exactly while the document is `ready`. */
export function requireText(document: CatalogDocument, nowMs: number): void {
  const status = document.summary.content_status;
  if (status === "ready") return;
  const detail =
    status === "pending_release"
      ? "The document has not been released yet."
      : status === "withdrawn"
        ? "The document was withdrawn."
        : "The document has no text.";
  throw contentNotAvailable(document, detail, nowMs);
}

/** Neither files nor images leave before the release or after a withdrawal. */
export function deliversNothing(document: CatalogDocument): boolean {
  const status = document.summary.content_status;
  return status === "pending_release" || status === "withdrawn";
}
