import type { Database } from "../../storage/sqlite/database.ts";
import { type IndexName, listSegments, mergeSegments } from "./segments.ts";

/**
 * For an index that was written document by document, as a rebuild's is. After a bulk load it gains nothing: documents
 * loaded together already share large segments, and searches over a dozen of those take as long as over one.
 *
 * Merges all segments of both indexes into one each and forgets removed documents, each in one write transaction.
 * Searches go on meanwhile and see the old segments until it is committed.
 */
export function compactSearch(db: Database): void {
  for (const name of ["body", "news"] as const) db.transaction(() => compactIndex(db, name)).immediate();
}

function compactIndex(db: Database, name: IndexName): void {
  const segments = listSegments(db, name);
  const removed = Number(db.prepare(`SELECT count(*) FROM search_${name}_document WHERE removed = 1`).pluck().get());
  if (segments.length < 2 && removed === 0) return;
  mergeSegments(db, name, segments);
  db.prepare(`DELETE FROM search_${name}_document WHERE removed = 1`).run();
  // Readers reload only where documents were removed, since reloading a large index takes seconds.
  const forgotten = removed > 0 ? 1 : 0;
  db.prepare(`UPDATE search_${name}_state SET version = version + 1, epoch = epoch + ${forgotten}`).run();
}
