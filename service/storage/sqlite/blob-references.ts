import type { BlobReferences } from "../ports.ts";
import type { Database } from "./database.ts";

export function createBlobReferences(db: Database): BlobReferences {
  const referenced = db
    .prepare<[string, string], number>(
      "SELECT 1 FROM originals WHERE blob = ? UNION ALL SELECT 1 FROM images WHERE blob = ? LIMIT 1",
    )
    .pluck();
  return { isReferenced: async (blob) => referenced.get(blob, blob) !== undefined };
}

/** A few files that must exist, for the readiness check: those of the newest documents. */
export function createKeptSample(db: Database): () => Promise<readonly string[]> {
  const sample = db
    .prepare<[], string>(
      `SELECT blob FROM originals WHERE maker IS NULL AND blob IS NOT NULL AND doc IN
         (SELECT doc FROM documents ORDER BY doc DESC LIMIT 20) LIMIT 3`,
    )
    .pluck();
  return async () => sample.all();
}
