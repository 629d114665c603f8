/** The part of publishing that needs no store: for threads that prepare it. */
import type { Rooms } from "../../lib/kit/workers/rooms.ts";
import { documentSections } from "./core/entries.ts";
import { pairsOf } from "./core/glossary-pairs.ts";
import type { IndexedDocument, PreparedDocument } from "./port.ts";
import { prepareSections } from "./sqlite/prepare-sections.ts";

export function prepareDocument(
  document: Pick<IndexedDocument, "issuerName" | "title" | "sections">,
  rooms?: Rooms,
): PreparedDocument {
  return { sections: prepareSections(documentSections(document), rooms), pairs: pairsOf(document) };
}
