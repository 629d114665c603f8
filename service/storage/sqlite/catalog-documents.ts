import { z } from "zod";
import { jstDateTime } from "../../../lib/format/dates.ts";
import { type DocumentSummary } from "../../../lib/contract/resources.ts";
import { type ContentStatus, documentFamilies, documentTypes } from "../../../lib/contract/vocabulary.ts";
import type { CatalogDocument, DocumentFilter, TimelinePage, TimelinePosition } from "../ports.ts";
import type { Database } from "./database.ts";
import { Statements } from "./statements.ts";
import { orNull, storedDocumentId, storedSecurityCode } from "./stored-ids.ts";
import { anyOf, type Branch, compileTimeline, equal } from "./timeline-query.ts";

interface DocumentRow {
  document_id: string;
  family: string;
  type: string;
  title: string;
  security_code: string | null;
  issuer_name: string | null;
  timeline_at_ms: number;
  period_start: string | null;
  period_end: string | null;
  fiscal_period: string | null;
  status: ContentStatus;
  release_at_ms: number | null;
  listed_page_count: number;
  page_count: number | null;
  character_count: number | null;
  language: string | null;
  amends_document_id: string | null;
  amended_by_document_id: string | null;
  superseded_by_document_id: string | null;
  source_url: string | null;
  source_attribution: string | null;
  missing_parts: string | null;
}

const columns = `
  d.document_id, d.family, d.type, d.title, d.security_code, d.issuer_name, d.timeline_at_ms, d.period_start,
  d.period_end, d.fiscal_period, d.status, d.release_at_ms, d.listed_page_count, d.page_count, d.character_count,
  d.language, d.amends_document_id, d.superseded_by_document_id, d.source_url, d.source_attribution, d.missing_parts,
  (SELECT a.document_id FROM documents a INDEXED BY documents_by_amended
     WHERE a.amends_document_id = d.document_id AND a.status <> 'withdrawn'
     ORDER BY a.timeline_at_ms DESC, a.document_id DESC LIMIT 1) AS amended_by_document_id`;

export interface DocumentReader {
  find(documentId: string): CatalogDocument | undefined;
  findMany(documentIds: readonly string[]): DocumentSummary[];
  list(filter: DocumentFilter, after: TimelinePosition | undefined, limit: number): TimelinePage<DocumentSummary>;
}

export function createDocumentReader(db: Database): DocumentReader {
  const statements = new Statements(db);
  const byId = db.prepare<[string], DocumentRow>(`SELECT ${columns} FROM documents d WHERE d.document_id = ?`);
  const find = (documentId: string): CatalogDocument | undefined => {
    const row = byId.get(documentId);
    if (row === undefined) return undefined;
    const missingParts = row.missing_parts === null ? [] : MissingParts.parse(JSON.parse(row.missing_parts));
    return { summary: summaryOf(row), releaseAtMs: row.release_at_ms, missingParts };
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
          `WITH page AS MATERIALIZED (${rows.sql}) SELECT ${columns} FROM page JOIN documents d ON d.doc = page.row
           ORDER BY page.at DESC, page.id DESC`,
        )
        .all(...rows.values);
      const records = found.slice(0, limit).map(summaryOf);
      const last = found[limit - 1];
      const more = found.length > limit && last !== undefined;
      return { records, next: more ? { atMs: last.timeline_at_ms, id: last.document_id } : undefined };
    },
  };
}

const MissingParts = z.array(z.string());

const knownTypes = new Set<string>(documentTypes);

/**
 * Which index leads. An issuer has few documents, so its other filters may be checked row by row; everything else
 * goes down an index for every combination, so that a rare type is found without walking the common ones.
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

function summaryOf(row: DocumentRow): DocumentSummary {
  const deliversImages = row.status === "ready" || row.status === "unavailable";
  return {
    document_id: storedDocumentId(row.document_id),
    document_family: row.family,
    document_type: row.type,
    title: row.title,
    security_code: orNull(storedSecurityCode, row.security_code),
    issuer_name: row.issuer_name,
    timeline_at: jstDateTime(row.timeline_at_ms),
    period_start: row.period_start,
    period_end: row.period_end,
    fiscal_period: row.fiscal_period,
    content_status: row.status,
    image_available: deliversImages && row.listed_page_count > 0,
    page_count: row.page_count,
    character_count: row.status === "ready" ? row.character_count : null,
    language: row.language,
    amends_document_id: orNull(storedDocumentId, row.amends_document_id),
    amended_by_document_id: orNull(storedDocumentId, row.amended_by_document_id),
    superseded_by_document_id: orNull(storedDocumentId, row.superseded_by_document_id),
    source_url: row.source_url,
    source_attribution: row.source_attribution,
  };
}
