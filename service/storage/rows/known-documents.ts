import type { ContentStatus, DocumentFamily } from "../../../lib/contract/vocabulary.ts";
import type { KnownDocument } from "../ports.ts";

export interface KnownRow {
  document_id: string;
  fingerprint: string;
  family: DocumentFamily;
  type: string;
  title: string;
  security_code: string | null;
  issuer_name: string | null;
  timeline_at_ms: number;
  status: ContentStatus;
  superseded_by_document_id: string | null;
  has_sections: 0 | 1;
  period_end: string | null;
  amends_document_id: string | null;
}

export const knownColumns = `document_id, fingerprint, family, type, title, security_code, issuer_name, timeline_at_ms, status,
  superseded_by_document_id, period_end, amends_document_id,
  CASE WHEN EXISTS (SELECT 1 FROM sections s WHERE s.doc = documents.doc) THEN 1 ELSE 0 END AS has_sections`;

export function knownOf(row: KnownRow): KnownDocument {
  return {
    documentId: row.document_id,
    fingerprint: row.fingerprint,
    family: row.family,
    type: row.type,
    title: row.title,
    securityCode: row.security_code,
    issuerName: row.issuer_name,
    timelineAtMs: row.timeline_at_ms,
    status: row.status,
    supersededBy: row.superseded_by_document_id,
    hasSections: row.has_sections === 1,
    periodEnd: row.period_end,
    amendsDocumentId: row.amends_document_id,
  };
}
