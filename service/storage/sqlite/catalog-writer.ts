import type { ContentStatus, DocumentFamily } from "../../../lib/contract/vocabulary.ts";
import type { CatalogTransaction, CatalogWriter, PeriodRecord, RetiredSection } from "../ports.ts";
import { createContentReader } from "./catalog-content.ts";
import { createPartsWriter } from "./catalog-parts.ts";
import { readSectionNames } from "./section-names.ts";
import type { Database } from "./database.ts";
import { columnValues, upsertSql } from "./document-columns.ts";
import { createIssuerWriter } from "./issuers.ts";
import { createNewsWriter } from "./news.ts";
import { inTransaction } from "./writes.ts";

interface KnownRow {
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

/** Uses its own connection, so that readers of another one see a transaction only when it is committed. */
export function createCatalogWriter(db: Database): CatalogWriter {
  const catalog = createTransaction(db);
  const due = db
    .prepare<[number], string>(
      `SELECT document_id FROM documents INDEXED BY documents_by_release
       WHERE status = 'pending_release' AND release_at_ms <= ? ORDER BY release_at_ms LIMIT 50`,
    )
    .pluck();
  return {
    listDue: async (nowMs) => due.all(nowMs),
    transaction: (work) => inTransaction(db, () => work(catalog)),
  };
}

function createTransaction(db: Database): CatalogTransaction {
  const content = createContentReader(db);
  const parts = createPartsWriter(db);
  const news = createNewsWriter(db);
  const issuers = createIssuerWriter(db);
  const find = db.prepare<[string], KnownRow>(`
    SELECT document_id, fingerprint, family, type, title, security_code, issuer_name, timeline_at_ms, status,
      superseded_by_document_id, period_end, amends_document_id, EXISTS (SELECT 1 FROM sections s WHERE s.doc = documents.doc) AS has_sections
    FROM documents WHERE document_id = ?`);
  const upsert = db.prepare<[Record<string, unknown>], { doc: number }>(upsertSql);
  const setStatus = db.prepare("UPDATE documents SET status = ?, release_at_ms = NULL WHERE document_id = ?");
  const setSuperseded = db.prepare("UPDATE documents SET superseded_by_document_id = ? WHERE document_id = ?");
  const retired = db.prepare<[string], RetiredSection>(`
    SELECT section_id AS sectionId, text_hash AS textHash, moved_to AS movedTo FROM retired_sections
    WHERE doc = (SELECT doc FROM documents WHERE document_id = ?) ORDER BY section_id`);
  const periods = db.prepare<[string, string], PeriodRecord>(`
    SELECT document_id AS documentId, fiscal_period AS fiscalPeriod, period_end AS periodEnd, status,
      timeline_at_ms AS timelineAtMs, superseded_by_document_id AS supersededBy
    FROM documents INDEXED BY documents_by_period
    WHERE security_code = ? AND type = ? AND type IN ('annual_securities_report', 'earnings_summary')`);

  return {
    async find(documentId) {
      const row = find.get(documentId);
      if (row === undefined) return undefined;
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
    },
    async put(record) {
      const row = upsert.get(columnValues(record));
      if (row === undefined) throw new Error(`${record.publication.documentId} was not stored.`);
      parts.replace(row.doc, record);
    },
    setStatus: async (documentId, status) => void setStatus.run(status, documentId),
    setSuperseded: async (documentId, by) => void setSuperseded.run(by, documentId),
    async sections(documentId) {
      const names = readSectionNames(db, documentId);
      return content.sectionTexts(documentId, undefined).map((section, position) => {
        const own = names.get(position);
        return own === undefined ? section : { ...section, names: own };
      });
    },
    retiredSections: async (documentId) => retired.all(documentId),
    periodsOf: async (securityCode, documentType) => periods.all(securityCode, documentType),
    findNewsFingerprint: async (newsId) => news.findFingerprint(newsId),
    putNews: async (statement, fingerprint) => news.put(statement, fingerprint),
    findIssuer: async (securityCode) => issuers.find(securityCode),
    putIssuer: async (issuer) => issuers.put(issuer),
  };
}
