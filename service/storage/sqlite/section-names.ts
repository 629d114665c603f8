import type { TaggedName } from "../../domain/publishing/publication.ts";
import { unpackNames } from "../rows/section-names.ts";
import type { Database } from "./database.ts";

/** By the section's place in the document; each is unpacked when it is asked for. */
export function readSectionNames(db: Database, documentId: string): Map<number, () => readonly TaggedName[]> {
  const rows = db
    .prepare<[string], { position: number; names: Uint8Array }>(
      "SELECT position, names FROM section_names WHERE doc = (SELECT doc FROM documents WHERE document_id = ?)",
    )
    .all(documentId);
  return new Map(rows.map(({ position, names }) => [position, () => unpackNames(names)]));
}
