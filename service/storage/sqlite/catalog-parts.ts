import type { PublicationOriginal } from "../../domain/publishing/publication.ts";
import type { DocumentRecord } from "../ports.ts";
import type { Database } from "./database.ts";
import { packPageBreaks, packPageNumbers } from "./page-breaks.ts";
import { packNames } from "./section-names.ts";
import { packText } from "./text-codec.ts";

/**
 * Sections, originals and images of one document, replaced as a whole. Records of files generated from old ones are
 * deleted.
 */
export function createPartsWriter(db: Database): { replace(doc: number, record: DocumentRecord): void } {
  const tables = [
    "sections",
    "section_texts",
    "section_names",
    "retired_sections",
    "originals",
    "page_files",
    "images",
  ];
  const clear = tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE doc = ?`));
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`);
  const putSection = insert("sections", [
    "doc",
    "position",
    "section_id",
    "title",
    "level",
    "parent_section_id",
    "character_count",
    "text_hash",
    "own_text_hash",
    "page_number",
    "page_confidence",
    "page_breaks",
    "uncertain_pages",
  ]);
  const putText = insert("section_texts", ["doc", "position", "markdown"]);
  const putNames = insert("section_names", ["doc", "position", "names"]);
  const putRetired = insert("retired_sections", ["doc", "section_id", "text_hash", "moved_to"]);
  const putOriginal = insert("originals", [
    "doc",
    "original_id",
    "position",
    "media_type",
    "file_name",
    "deliverable",
    "blob",
    "byte_size",
    "maker",
    "recipe",
  ]);
  const putImage = insert("images", ["doc", "name", "media_type", "blob"]);

  return {
    replace(doc, { publication, sections, retired }) {
      for (const statement of clear) statement.run(doc);
      sections.forEach((section, position) => {
        putSection.run({
          doc,
          position,
          section_id: section.sectionId,
          title: section.title,
          level: section.level,
          parent_section_id: section.parentSectionId,
          character_count: section.characterCount,
          text_hash: section.textHash,
          own_text_hash: section.ownTextHash,
          page_number: section.pageNumber ?? null,
          page_confidence: section.pageConfidence ?? null,
          page_breaks: packPageBreaks(section.pageBreaks),
          uncertain_pages: packPageNumbers(section.uncertainPages),
        });
        putText.run({ doc, position, markdown: packText(section.markdown) });
        const { names = [] } = section;
        if (names.length > 0) putNames.run({ doc, position, names: packNames(names) });
      });
      for (const { sectionId, textHash, movedTo } of retired)
        putRetired.run({ doc, section_id: sectionId, text_hash: textHash, moved_to: movedTo });
      publication.originals.forEach((original, position) => {
        putOriginal.run({ doc, position, ...originalColumns(original) });
      });
      for (const { name, mediaType, blob } of publication.images) {
        putImage.run({ doc, name, media_type: mediaType, blob });
      }
    },
  };
}

function originalColumns({ originalId, mediaType, fileName, deliverable, source }: PublicationOriginal) {
  const file = "blob" in source ? { blob: source.blob, byte_size: source.byteSize } : { blob: null, byte_size: null };
  const maker =
    "maker" in source ? { maker: source.maker, recipe: JSON.stringify(source.recipe) } : { maker: null, recipe: null };
  return {
    original_id: originalId,
    media_type: mediaType,
    file_name: fileName,
    deliverable: deliverable ? 1 : 0,
    ...file,
    ...maker,
  };
}
