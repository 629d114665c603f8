import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import type { BlobPins, BlobReferences, FileRecords, StoredBlob, UncountedPackage } from "../ports.ts";
import { isUncounted, uncountedColumns, uncountedSpan } from "../rows/contents.ts";

interface OriginalRow {
  readonly blob: string | null;
  readonly byte_size: number | null;
  readonly maker: string | null;
  readonly recipe: string | null;
}

const ofDocument = "doc = (SELECT doc FROM documents WHERE document_id = ?)";

export function createFileRecords({ quick: db }: Connections): FileRecords {
  return {
    async findSource(documentId, originalId) {
      const row = await db.row<OriginalRow>(
        `SELECT blob, byte_size, maker, recipe FROM originals WHERE ${ofDocument} AND original_id = ?`,
        [documentId, originalId],
      );
      if (row === undefined) return undefined;
      const { blob, byte_size, maker, recipe } = row;
      return {
        stored: storedIn(blob, byte_size),
        maker: maker === null ? undefined : { name: maker, recipe: recipe === null ? null : JSON.parse(recipe) },
      };
    },
    async findPageSource(documentId) {
      const row = await db.row<{ original_id: string }>(
        `SELECT original_id FROM originals WHERE ${ofDocument} AND media_type = 'application/pdf' ORDER BY position LIMIT 1`,
        [documentId],
      );
      return row?.original_id;
    },
    async recordOriginal(documentId, originalId, { blob, byteSize }) {
      await db.rows(
        `UPDATE originals SET blob = ?, byte_size = ? WHERE ${ofDocument} AND original_id = ? AND maker IS NOT NULL`,
        [blob, byteSize, documentId, originalId],
      );
    },
    findPageFile: (documentId, pageNumber) =>
      db.row<StoredBlob>(
        `SELECT blob, byte_size AS "byteSize" FROM page_files WHERE ${ofDocument} AND page_number = ?`,
        [documentId, pageNumber],
      ),
    async recordPageFile(documentId, pageNumber, { blob, byteSize }) {
      await db.rows(
        `INSERT INTO page_files (doc, page_number, blob, byte_size)
         SELECT doc, ?::integer, ?, ?::bigint FROM documents WHERE document_id = ?
         ON CONFLICT (doc, page_number) DO UPDATE SET blob = excluded.blob, byte_size = excluded.byte_size`,
        [pageNumber, blob, byteSize, documentId],
      );
    },
    async findFigure(documentId, name) {
      const row = await db.row<{ blob: string; made_blob: string | null; made_byte_size: number | null }>(
        `SELECT blob, made_blob, made_byte_size FROM images WHERE ${ofDocument} AND name = ?`,
        [documentId, name],
      );
      return row === undefined ? undefined : { filed: row.blob, made: storedIn(row.made_blob, row.made_byte_size) };
    },
    async recordFigure(documentId, name, { blob, byteSize }) {
      await db.rows(`UPDATE images SET made_blob = ?, made_byte_size = ? WHERE ${ofDocument} AND name = ?`, [
        blob,
        byteSize,
        documentId,
        name,
      ]);
    },
    async listUncounted(after) {
      const last = after + uncountedSpan;
      const packages = await db.rows<UncountedPackage>(
        `SELECT ${uncountedColumns} FROM originals WHERE doc > ? AND doc <= ? AND ${isUncounted} ORDER BY doc, original_id`,
        [after, last],
      );
      const end = await db.row<{ doc: number | null }>("SELECT max(doc) AS doc FROM documents", []);
      return { packages, next: last < (end?.doc ?? 0) ? last : undefined };
    },
    async recordFactCount({ place, originalId, blob }, factCount) {
      await db.rows(
        "UPDATE originals SET fact_count = ? WHERE doc = ? AND original_id = ? AND blob = ? AND fact_count IS NULL",
        [factCount, place, originalId, blob],
      );
    },
  };
}

function storedIn(blob: string | null, byteSize: number | null): StoredBlob | undefined {
  return blob === null || byteSize === null ? undefined : { blob, byteSize };
}

export function createBlobReferences({ quick }: Connections): BlobReferences {
  return {
    isReferenced: async (blob) =>
      (await quick.row("SELECT 1 FROM originals WHERE blob = ? UNION ALL SELECT 1 FROM images WHERE blob = ? LIMIT 1", [
        blob,
        blob,
      ])) !== undefined,
  };
}

/** For whoever evicts blobs: one that an idempotent response refers to stays. */
export function createBlobPins({ quick }: Connections): BlobPins {
  return {
    isPinned: async (blob) =>
      (await quick.row("SELECT 1 FROM idempotent_responses WHERE blob = ? LIMIT 1", [blob])) !== undefined,
  };
}

/** A few files that must exist, for the readiness check: those of the newest documents. */
export async function newestFiles({ quick }: Connections): Promise<readonly string[]> {
  const rows = await quick.rows<{ blob: string }>(
    `SELECT blob FROM originals WHERE maker IS NULL AND blob IS NOT NULL AND doc IN
       (SELECT doc FROM documents ORDER BY doc DESC LIMIT 20) LIMIT 3`,
  );
  return rows.map(({ blob }) => blob);
}
