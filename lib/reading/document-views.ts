import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  Original,
} from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import { isCompared } from "../text/changes/earlier.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { type Answer, partOrStoredIfUnreachable, valueOf } from "./document-parts.ts";
import { packageAmong } from "./package-among.ts";

/** The views that a document has beside its text: of how many pages and files, none where there is nothing to show. */
export interface DocumentViews {
  readonly documentId: string;
  readonly pages: number;
  readonly hasFigures: boolean;
  readonly hasChanges: boolean;
  readonly files: number;
}

export const hasChanges = (document: DocumentSummary): boolean =>
  document.content_status === "ready" && isCompared(document);

export function viewsOf(
  document: DocumentSummary,
  pages: Answer<DocumentPageImagesResponse>,
  originals: Answer<DocumentOriginalsResponse>,
): DocumentViews {
  const files: readonly Original[] = valueOf(originals)?.originals ?? [];
  const figures = packageAmong(files, document);
  return {
    documentId: document.document_id,
    pages: valueOf(pages)?.pages.length ?? 0,
    hasFigures: figures !== undefined && figures.fact_count !== 0,
    hasChanges: hasChanges(document),
    files: files.length,
  };
}

export async function findDocumentViews(owner: Owner, document: DocumentSummary): Promise<DocumentViews> {
  const [pages, originals] = await Promise.all([
    partOrStoredIfUnreachable(owner, document.document_id, "pages"),
    partOrStoredIfUnreachable(owner, document.document_id, "originals"),
  ]);
  return viewsOf(document, pages, originals);
}

/** The files of a document, beside its views. */
export async function findFiles(
  owner: Owner,
  document: DocumentSummary,
): Promise<
  { readonly originals: readonly Original[]; readonly views: DocumentViews } | { readonly problem: UpstreamProblem }
> {
  const [pages, listed] = await Promise.all([
    partOrStoredIfUnreachable(owner, document.document_id, "pages"),
    partOrStoredIfUnreachable(owner, document.document_id, "originals"),
  ]);
  if ("problem" in listed) return listed;
  return { originals: listed.value.originals, views: viewsOf(document, pages, listed) };
}
