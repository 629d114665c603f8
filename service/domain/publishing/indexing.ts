import { searchableFamilies } from "../../../lib/contract/vocabulary.ts";
import type { KnownDocument, SectionText } from "../../storage/ports.ts";
import type { IndexedDocument, IndexedSection } from "../search/port.ts";

/** Text is found exactly while it can be delivered, and that of IR material never. */
export function isSearched(document: Pick<KnownDocument, "status" | "family">): boolean {
  return document.status === "ready" && searchableFamilies.some((family) => family === document.family);
}

export function indexedDocument(document: KnownDocument, sections: readonly SectionText[]): IndexedDocument {
  const paths = new Map<string, readonly string[]>();
  const indexed = sections.map((section): IndexedSection => {
    const above = section.parentSectionId === null ? [] : (paths.get(section.parentSectionId) ?? []);
    const title = section.title ?? "";
    const path = [...above, title];
    paths.set(section.sectionId, path);
    return { sectionId: section.sectionId, title, path, markdown: section.markdown };
  });
  return {
    documentId: document.documentId,
    family: document.family,
    type: document.type,
    securityCode: document.securityCode,
    issuerName: document.issuerName,
    title: document.title,
    timelineAtMs: document.timelineAtMs,
    superseded: document.supersededBy !== null,
    sections: indexed,
  };
}
