/** What publishing a document costs without the store: for threads that prepare it. */
import { documentSections } from "./core/entries.ts";
import { pairsOf } from "./core/glossary-pairs.ts";
import type { IndexedDocument, PreparedDocument } from "./port.ts";
import { prepareSections } from "./sqlite/prepare-sections.ts";

export function prepareDocument(
  document: Pick<IndexedDocument, "issuerName" | "title" | "sections">,
): PreparedDocument {
  return { sections: prepareSections(documentSections(document)), pairs: pairsOf(document) };
}
