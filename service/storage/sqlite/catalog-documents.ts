import type { DocumentSummary } from "../../../lib/contract/resources.ts";
import type { CatalogDocument, DocumentFilter, TimelinePage, TimelinePosition } from "../ports.ts";
import { type DocumentRow, summaryColumns, summaryOf } from "../rows/document-columns.ts";
import { documentTimeline } from "../rows/document-timeline.ts";
import { compileTimeline, timelinePage } from "../rows/timeline-query.ts";
import type { Database } from "./database.ts";
import { Statements } from "./statements.ts";

export interface DocumentReader {
  find(documentId: string): CatalogDocument | undefined;
  findMany(documentIds: readonly string[]): DocumentSummary[];
  list(filter: DocumentFilter, after: TimelinePosition | undefined, limit: number): TimelinePage<DocumentSummary>;
}

export function createDocumentReader(db: Database): DocumentReader {
  const statements = new Statements(db);
  const byId = db.prepare<[string], DocumentRow>(`SELECT ${summaryColumns} FROM documents d WHERE d.document_id = ?`);
  const find = (documentId: string): CatalogDocument | undefined => {
    const row = byId.get(documentId);
    if (row === undefined) return undefined;
    return { summary: summaryOf(row), releaseAtMs: row.release_at_ms };
  };

  return {
    find,
    findMany: (documentIds) =>
      documentIds.flatMap((documentId) => {
        const found = find(documentId);
        return found === undefined ? [] : [found.summary];
      }),
    list(filter, after, limit) {
      // One more than asked for tells whether there is a next page.
      const rows = compileTimeline(documentTimeline(filter, after), limit + 1);
      if (rows === undefined) return { records: [], next: undefined };
      const found = statements
        .get<DocumentRow>(
          `WITH page AS MATERIALIZED (${rows.sql}) SELECT ${summaryColumns} FROM page JOIN documents d ON d.doc = page.row
           ORDER BY page.at DESC, page.id DESC`,
        )
        .all(...rows.values);
      return timelinePage(found, limit, summaryOf, (last) => ({ atMs: last.timeline_at_ms, id: last.document_id }));
    },
  };
}
