import type { DocumentId } from "../contract/ids.ts";
import { type Owner, oncePerRequest } from "../owners/owner.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import { sectionPages } from "../text/toc/pages.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { partOrStored, valueOf } from "./document-parts.ts";
import { pageBoxes } from "./page-boxes.ts";
import { findOwned } from "./reading-facts.ts";
import type { ViewerData } from "./viewer-data.ts";

export interface ViewedPages {
  readonly data: ViewerData;
  readonly owned: OwnedDocument;
}

/** The data of the page viewer: the pages of a document, and its sections with their position in the text. */
export function findPages(
  owner: Owner,
  documentId: DocumentId,
): Promise<ViewedPages | { readonly problem: UpstreamProblem }> {
  return oncePerRequest(owner, `viewer of ${documentId}`, async () => {
    const [document, pages, toc] = await Promise.all([
      partOrStored(owner, documentId, "summary"),
      partOrStored(owner, documentId, "pages"),
      partOrStored(owner, documentId, "toc"),
    ]);
    if ("problem" in document) return document;
    if ("problem" in pages) return pages;
    const { page_count, language } = document.value;
    const sections = valueOf(toc)?.toc ?? [];
    return {
      data: {
        document: { ...document.value, language: language ?? "ja" },
        pages: pageBoxes(pages.value.pages, pages.value.page_count ?? page_count),
        sections: [...sectionPages(sections)].map(([id, page]) => ({ id, page })),
        firstSection: sections[0]?.section_id ?? null,
      },
      owned: await findOwned(owner, documentId),
    };
  });
}
