import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  Original,
} from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import { isCompared } from "../text/changes/earlier.ts";
import { type Answer, partOrStoredIfUnreachable, valueOf } from "./document-parts.ts";
import { packageAmong } from "./package-among.ts";

/** The views that a document has beside its text; null where there is nothing to show. */
export interface DocumentViews {
  readonly documentId: string;
  readonly pages: { readonly first: number; readonly count: number } | null;
  readonly hasFigures: boolean;
  readonly hasChanges: boolean;
  readonly files: { readonly first: string; readonly count: number } | null;
}

export function viewsOf(
  document: DocumentSummary,
  pages: Answer<DocumentPageImagesResponse>,
  originals: Answer<DocumentOriginalsResponse>,
): DocumentViews {
  const numbers = valueOf(pages)?.pages.map((each) => each.page_number) ?? [];
  const files: readonly Original[] = valueOf(originals)?.originals ?? [];
  const figures = packageAmong(files, document);
  return {
    documentId: document.document_id,
    pages: numbers.length === 0 ? null : { first: Math.min(...numbers), count: numbers.length },
    hasFigures: figures !== undefined && figures.fact_count !== 0,
    hasChanges: document.content_status === "ready" && isCompared(document),
    files: files[0] === undefined ? null : { first: files[0].original_id, count: files.length },
  };
}

export async function findDocumentViews(owner: Owner, document: DocumentSummary): Promise<DocumentViews> {
  const [pages, originals] = await Promise.all([
    partOrStoredIfUnreachable(owner, document.document_id, "pages"),
    partOrStoredIfUnreachable(owner, document.document_id, "originals"),
  ]);
  return viewsOf(document, pages, originals);
}
