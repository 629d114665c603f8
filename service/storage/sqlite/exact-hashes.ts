import { hashSections } from "../../domain/publishing/measure-sections.ts";
import { unpackText } from "../rows/text-codec.ts";
import type { Database } from "./database.ts";

/**
 * The hashes of all stored texts, made anew: earlier ones ignored widths and marks too, so that some texts that differ
 * had the same. Reading one document after another keeps memory flat.
 */
export function addExactHashes(db: Database): void {
  db.exec("ALTER TABLE sections ADD COLUMN own_text_hash TEXT");
  const documents = db.prepare<[], number>("SELECT DISTINCT doc FROM sections").pluck().all();
  const sections = db.prepare<[number], { position: number; level: number; markdown: Uint8Array | null }>(`
    SELECT s.position, s.level, t.markdown FROM sections s
    LEFT JOIN section_texts t ON t.doc = s.doc AND t.position = s.position
    WHERE s.doc = ? ORDER BY s.position`);
  const set = db.prepare("UPDATE sections SET text_hash = ?, own_text_hash = ? WHERE doc = ? AND position = ?");
  for (const doc of documents) {
    const rows = sections.all(doc);
    const texts = rows.map(({ level, markdown }) => ({
      level,
      markdown: markdown === null ? "" : unpackText(markdown),
    }));
    const isComplete = rows.every(({ markdown }) => markdown !== null);
    const hashes = isComplete ? hashSections(texts) : [];
    rows.forEach(({ position }, at) => set.run(hashes[at]?.text ?? null, hashes[at]?.own ?? null, doc, position));
  }
}
