import type { DocumentId } from "../contract/ids.ts";
import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import type { Locale } from "../text/i18n/words.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { type Answer, fetchPart, isServiceUnreachable, partOrStoredIfUnreachable, valueOf } from "./document-parts.ts";
import { type DocumentViews, viewsOf } from "./document-views.ts";
import { findIssuerNameEn } from "./find-issuer.ts";

/** The data of a document's cover; each part may fail without the others. */
export interface DocumentOverview {
  readonly document: DocumentSummary;
  /** Null where the document's status says that there is none. */
  readonly toc: Answer<DocumentTocResponse> | null;
  readonly pages: Answer<DocumentPageImagesResponse>;
  readonly originals: Answer<DocumentOriginalsResponse>;
  readonly views: DocumentViews;
  /** On an English page, where it is known. */
  readonly issuerNameEn: string | null;
  readonly amends: DocumentSummary | null;
  readonly amendedBy: DocumentSummary | null;
  readonly supersededBy: DocumentSummary | null;
  /** Set where the cover shows stored data: why the service could not be asked. */
  readonly away: UpstreamProblem | null;
}

/** The document's own record, for the page and its title. */
export const findDocument = (owner: Owner, documentId: DocumentId): Promise<Answer<DocumentSummary>> =>
  partOrStoredIfUnreachable(owner, documentId, "summary");

/** Everything free about a document, asked for at once. */
export async function loadDocumentOverview(
  owner: Owner,
  document: DocumentSummary,
  locale: Locale,
): Promise<DocumentOverview> {
  const id = document.document_id;
  // Also requested for a document awaiting its release: the refusal says when to try again.
  const hasContents = document.content_status === "ready" || document.content_status === "pending_release";
  const [now, toc, pages, originals, issuerNameEn, amends, amendedBy, supersededBy] = await Promise.all([
    fetchPart(owner, id, "summary"),
    hasContents ? partOrStoredIfUnreachable(owner, id, "toc") : null,
    partOrStoredIfUnreachable(owner, id, "pages"),
    partOrStoredIfUnreachable(owner, id, "originals"),
    locale === "en" ? (document.issuer_name_en ?? findIssuerNameEn(owner, document.security_code)) : null,
    relative(owner, document.amends_document_id),
    relative(owner, document.amended_by_document_id),
    relative(owner, document.superseded_by_document_id),
  ]);
  const away = "problem" in now && isServiceUnreachable(now.problem) ? now.problem : null;
  const views = viewsOf(document, pages, originals);
  return { document, toc, pages, originals, views, issuerNameEn, amends, amendedBy, supersededBy, away };
}

async function relative(owner: Owner, documentId: DocumentId | null): Promise<DocumentSummary | null> {
  return documentId === null ? null : valueOf(await findDocument(owner, documentId));
}
