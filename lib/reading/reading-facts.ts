import type { DocumentId } from "../contract/ids.ts";
import type { DocumentPageImagesResponse, DocumentSummary, DocumentTocResponse } from "../contract/resources.ts";
import { type Owner, oncePerRequest } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { ownedDocument } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import { ancestry, sectionTree } from "../text/toc/section-tree.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { partOrStored, valueOf } from "./document-parts.ts";

/** The free data that a reading page needs about a document. */
export interface ReadingFacts {
  readonly document: DocumentSummary;
  readonly toc: DocumentTocResponse;
  /** Null where the service sends none: then no page image is shown beside the text. */
  readonly pages: DocumentPageImagesResponse | null;
}

export function findReadingFacts(
  owner: Owner,
  documentId: DocumentId,
): Promise<ReadingFacts | { readonly problem: UpstreamProblem }> {
  return oncePerRequest(owner, `reading of ${documentId}`, async () => {
    const [document, toc, pages] = await Promise.all([
      partOrStored(owner, documentId, "summary"),
      partOrStored(owner, documentId, "toc"),
      partOrStored(owner, documentId, "pages"),
    ]);
    if ("problem" in document) return document;
    if ("problem" in toc) return toc;
    return { document: document.value, toc: toc.value, pages: valueOf(pages) };
  });
}

export async function findOwned(owner: Owner, documentId: string): Promise<OwnedDocument> {
  const spender = spenderOf(owner);
  const { rows } = app().purchases;
  const name = ["owned of", spender.ownerId, spender.upstream, documentId].join(" ");
  return app().reads.of(name, () => ownedDocument(rows, spender, documentId));
}

export function isSectionOwned(facts: ReadingFacts, owned: OwnedDocument, sectionId: string): boolean {
  const section = sectionTree(facts.toc.toc).byId.get(sectionId);
  if (section === undefined) return false;
  return owned.whole || ancestry(section).some((each) => owned.sections.includes(each.id));
}

export function sectionOf(facts: ReadingFacts, sectionId: string) {
  return facts.toc.toc.find((entry) => entry.section_id === sectionId);
}
