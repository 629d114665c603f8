import type { TaggedName } from "../../domain/publishing/publication.ts";
import type { Database } from "./database.ts";
import { packText, unpackText } from "./text-codec.ts";

/** The names that sections are tagged with, kept beside their text so that the search index can be written anew. */
export function packNames(names: readonly TaggedName[]): Buffer {
  return packText(names.map(({ name, label }) => `${name}\t${label.replace(/[\t\n]/gu, " ")}`).join("\n"));
}

/** By the section's place in the document. */
export function readSectionNames(db: Database, documentId: string): Map<number, readonly TaggedName[]> {
  const rows = db
    .prepare<[string], { position: number; names: Uint8Array }>(
      "SELECT position, names FROM section_names WHERE doc = (SELECT doc FROM documents WHERE document_id = ?)",
    )
    .all(documentId);
  return new Map(rows.map(({ position, names }) => [position, unpackNames(names)]));
}

function unpackNames(packed: Uint8Array): TaggedName[] {
  return unpackText(packed)
    .split("\n")
    .map((line) => {
      const [name = "", label = ""] = line.split("\t");
      return { name, label };
    });
}
