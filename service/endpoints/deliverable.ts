import { notFound, Problem } from "../http/problem.ts";
import type { Catalog, CatalogDocument } from "../storage/ports.ts";

export async function getDocumentOr404(catalog: Catalog, documentId: string): Promise<CatalogDocument> {
  const document = await catalog.findDocument(documentId);
  if (document === undefined) throw notFound("There is no such document.");
  return document;
}

/** When to ask again for a document whose release time is unknown. */
const unknownReleaseSeconds = 3600;

/** The 409 of bodies, tables of contents and originals, with a time to try again unless it will never be available. */
export function contentNotAvailable(document: CatalogDocument, detail: string, nowMs: number): Problem {
  const { document_id, content_status } = document.summary;
  if (content_status === "withdrawn" || content_status === "unavailable") {
    return new Problem("content_not_available", detail, { fields: { document_id, content_status } });
  }
  const { releaseAtMs } = document;
  const seconds = releaseAtMs === null ? unknownReleaseSeconds : Math.max(1, Math.ceil((releaseAtMs - nowMs) / 1000));
  return new Problem("content_not_available", detail, {
    fields: { document_id, content_status, retry_after_seconds: seconds },
    headers: { "Retry-After": String(seconds) },
  });
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

/** Neither files nor images are delivered before the release or after a withdrawal. */
export function deliversNothing(document: CatalogDocument): boolean {
  const status = document.summary.content_status;
  return status === "pending_release" || status === "withdrawn";
}
