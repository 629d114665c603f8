import type { BlobReferences } from "../ports.ts";
import type { Database } from "./database.ts";

/** Whether any document consists of the blob. */
export function createBlobReferences(db: Database): BlobReferences {
  const referenced = db
    .prepare<[string, string], number>(
      "SELECT 1 FROM originals WHERE blob = ? UNION ALL SELECT 1 FROM images WHERE blob = ? LIMIT 1",
    )
    .pluck();
  return { isReferenced: (blob) => referenced.get(blob, blob) !== undefined };
}
