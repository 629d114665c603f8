import type { DocumentSummary } from "../../../lib/contract/resources.ts";
import { documentFamilies, documentTypes } from "../../../lib/contract/vocabulary.ts";
import type { CatalogDocument, DocumentFilter, TimelinePage, TimelinePosition } from "../ports.ts";
import type { Database } from "./database.ts";
import { type DocumentRow, summaryColumns, summaryOf } from "./document-columns.ts";
import { Statements } from "./statements.ts";
import { anyOf, type Branch, compileTimeline, equal, timelinePage } from "./timeline-query.ts";

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
      const rows = compileTimeline(
        {
          table: "documents",
          timeColumn: "timeline_at_ms",
          idColumn: "document_id",
          rowColumn: "doc",
          ...branchesOf(filter),
          sinceMs: filter.sinceMs,
          untilMs: filter.untilMs,
          after,
        },
        // One more than asked for tells whether there is a next page.
        limit + 1,
      );
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

const knownTypes = new Set<string>(documentTypes);

/**
 * Chooses the index. An issuer has few documents, so further filters are checked row by row; other combinations of
 * filters each use an index, so that a rare type is found without reading the common ones.
 */
function branchesOf(filter: DocumentFilter): { branches: Branch[]; residual: ReturnType<typeof anyOf> } {
  const { securityCodes, documentTypes: types, documentFamilies: families } = filter;
  if (securityCodes !== undefined && securityCodes.length > 0) {
    const branches = [...new Set(securityCodes)].map((code) => ({
      index: "documents_by_code",
      conditions: [equal("security_code", code)],
    }));
    return { branches, residual: [...anyOf("type", types), ...anyOf("family", families)] };
  }
  if (types !== undefined && types.length > 0) {
    const wanted = [...new Set(types)].filter((type) => knownTypes.has(type));
    const within = families === undefined || families.length === 0 ? documentFamilies : [...new Set(families)];
    const branches = wanted.flatMap((type) =>
      within.map((family) => ({
        index: "documents_by_type",
        conditions: [equal("type", type), equal("family", family)],
      })),
    );
    return { branches, residual: [] };
  }
  if (families !== undefined && families.length > 0) {
    const branches = [...new Set(families)].map((family) => ({
      index: "documents_by_family",
      conditions: [equal("family", family)],
    }));
    return { branches, residual: [] };
  }
  return { branches: [{ index: "documents_by_time", conditions: [] }], residual: [] };
}
