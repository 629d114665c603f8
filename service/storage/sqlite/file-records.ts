import type { FileRecords, StoredBlob, UncountedPackage } from "../ports.ts";
import { isUncounted, uncountedColumns, uncountedSpan } from "../rows/contents.ts";
import type { Database } from "./database.ts";
import { write } from "./writes.ts";

interface OriginalRow {
  blob: string | null;
  byte_size: number | null;
  maker: string | null;
  recipe: string | null;
}

interface FigureRow {
  blob: string;
  made_blob: string | null;
  made_byte_size: number | null;
}

/** `db` may be a connection that does not sync each commit: what is lost here is made again. */
export function createFileRecords(db: Database): FileRecords {
  const inDocument = "doc = (SELECT doc FROM documents WHERE document_id = ?)";
  const original = db.prepare<[string, string], OriginalRow>(
    `SELECT blob, byte_size, maker, recipe FROM originals WHERE ${inDocument} AND original_id = ?`,
  );
  const pdf = db
    .prepare<[string], string>(
      `SELECT original_id FROM originals WHERE ${inDocument} AND media_type = 'application/pdf' ORDER BY position LIMIT 1`,
    )
    .pluck();
  const putOriginal = db.prepare(
    `UPDATE originals SET blob = ?, byte_size = ? WHERE ${inDocument} AND original_id = ? AND maker IS NOT NULL`,
  );
  const page = db.prepare<[string, number], StoredBlob>(
    `SELECT blob, byte_size AS byteSize FROM page_files WHERE ${inDocument} AND page_number = ?`,
  );
  const putPage = db.prepare(`
    INSERT INTO page_files (doc, page_number, blob, byte_size)
    SELECT doc, ?, ?, ? FROM documents WHERE document_id = ?
    ON CONFLICT (doc, page_number) DO UPDATE SET blob = excluded.blob, byte_size = excluded.byte_size`);

  const figure = db.prepare<[string, string], FigureRow>(
    `SELECT blob, made_blob, made_byte_size FROM images WHERE ${inDocument} AND name = ?`,
  );
  const putFigure = db.prepare(`UPDATE images SET made_blob = ?, made_byte_size = ? WHERE ${inDocument} AND name = ?`);

  const lastDocument = db.prepare<[], number | null>("SELECT max(doc) FROM documents").pluck();
  const uncounted = db.prepare<[number, number], UncountedPackage>(
    `SELECT ${uncountedColumns} FROM originals WHERE doc > ? AND doc <= ? AND ${isUncounted} ORDER BY doc, original_id`,
  );
  const putCount = db.prepare(
    "UPDATE originals SET fact_count = ? WHERE doc = ? AND original_id = ? AND blob = ? AND fact_count IS NULL",
  );

  return {
    async findSource(documentId, originalId) {
      const row = original.get(documentId, originalId);
      if (row === undefined) return undefined;
      const { blob, byte_size, maker, recipe } = row;
      return {
        stored: blob === null || byte_size === null ? undefined : { blob, byteSize: byte_size },
        maker: maker === null ? undefined : { name: maker, recipe: recipe === null ? null : JSON.parse(recipe) },
      };
    },
    findPageSource: async (documentId) => pdf.get(documentId),
    async recordOriginal(documentId, originalId, made) {
      await write(db, () => putOriginal.run(made.blob, made.byteSize, documentId, originalId));
    },
    findPageFile: async (documentId, pageNumber) => page.get(documentId, pageNumber),
    async recordPageFile(documentId, pageNumber, made) {
      await write(db, () => putPage.run(pageNumber, made.blob, made.byteSize, documentId));
    },
    async findFigure(documentId, name) {
      const row = figure.get(documentId, name);
      if (row === undefined) return undefined;
      const { blob: filed, made_blob, made_byte_size } = row;
      const isMade = made_blob !== null && made_byte_size !== null;
      return { filed, made: isMade ? { blob: made_blob, byteSize: made_byte_size } : undefined };
    },
    async recordFigure(documentId, name, made) {
      await write(db, () => putFigure.run(made.blob, made.byteSize, documentId, name));
    },
    async listUncounted(after) {
      const last = after + uncountedSpan;
      const packages = uncounted.all(after, last);
      return { packages, next: last < (lastDocument.get() ?? 0) ? last : undefined };
    },
    async recordFactCount({ place, originalId, blob }, factCount) {
      await write(db, () => putCount.run(factCount, place, originalId, blob));
    },
  };
}
