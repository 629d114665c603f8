import type { Database } from "./database.ts";
import { type IndexName, listSegments, mergeSegments } from "./search-segments.ts";

/**
 * Merges all segments of both indexes into one each, in one write transaction. Searches go on meanwhile and see
 * the old segments until it is committed.
 */
export function compactSearch(db: Database): void {
  for (const name of ["body", "news"] as const) compactIndex(db, name);
}

function compactIndex(db: Database, name: IndexName): void {
  db.transaction(() => {
    const segments = listSegments(db, name);
    if (segments.length < 2) return;
    mergeSegments(db, name, segments);
    db.prepare(`UPDATE search_${name}_state SET version = version + 1`).run();
  }).immediate();
}
