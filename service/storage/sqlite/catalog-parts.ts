import type { DocumentRecord } from "../ports.ts";
import type { Database } from "./database.ts";
import { packText } from "./text-codec.ts";

/** Sections, originals and images of one document, replaced as a whole. What was made from old files is forgotten. */
export function createPartsWriter(db: Database): { replace(doc: number, record: DocumentRecord): void } {
  const tables = ["sections", "section_texts", "retired_sections", "originals", "page_files", "images"];
  const clear = tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE doc = ?`));
  const putSection = db.prepare(`
    INSERT INTO sections (doc, position, section_id, title, level, parent_section_id, character_count, text_hash, page_number)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const putText = db.prepare("INSERT INTO section_texts (doc, position, markdown) VALUES (?, ?, ?)");
  const putRetired = db.prepare("INSERT INTO retired_sections (doc, section_id, text_hash) VALUES (?, ?, ?)");
  const putOriginal = db.prepare(`
    INSERT INTO originals (doc, original_id, position, media_type, file_name, deliverable, blob, byte_size, maker, recipe)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const putImage = db.prepare("INSERT INTO images (doc, name, media_type, blob) VALUES (?, ?, ?, ?)");

  return {
    replace(doc, { publication, sections, retired }) {
      for (const statement of clear) statement.run(doc);
      sections.forEach((section, position) => {
        const { sectionId, title, level, parentSectionId, characterCount, textHash, pageNumber, markdown } = section;
        const page = pageNumber ?? null;
        putSection.run(doc, position, sectionId, title, level, parentSectionId, characterCount, textHash, page);
        putText.run(doc, position, packText(markdown));
      });
      for (const { sectionId, textHash } of retired) putRetired.run(doc, sectionId, textHash);
      publication.originals.forEach(({ originalId, mediaType, fileName, deliverable, source }, position) => {
        const file = "blob" in source ? [source.blob, source.byteSize] : [null, null];
        const maker = "maker" in source ? [source.maker, JSON.stringify(source.recipe)] : [null, null];
        putOriginal.run(doc, originalId, position, mediaType, fileName, deliverable ? 1 : 0, ...file, ...maker);
      });
      for (const image of publication.images) putImage.run(doc, image.name, image.mediaType, image.blob);
    },
  };
}
