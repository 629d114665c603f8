import { createContentReader } from "../catalog-content.ts";
import type { CatalogTransaction, CatalogWriter, PeriodRecord, RetiredSection, StandingPhrase } from "../ports.ts";
import { withNames } from "../rows/contents.ts";
import { columnValues, documentUpsert } from "../rows/document-columns.ts";
import { type KnownRow, knownColumns, knownOf } from "../rows/known-documents.ts";
import { matchInsert, matchRows, standingOfAll } from "../rows/standing.ts";
import { createPartsWriter } from "./catalog-parts.ts";
import type { Database } from "./database.ts";
import { createIssuerWriter } from "./issuers.ts";
import { createNewsWriter } from "./news.ts";
import { readSectionNames } from "./section-names.ts";
import { readsOf } from "./statements.ts";
import { inTransaction } from "./writes.ts";

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

/** The same steps on a connection of its own, for those who only read. */
export function createTransaction(db: Database): CatalogTransaction {
  const content = createContentReader(readsOf(db));
  const parts = createPartsWriter(db);
  const news = createNewsWriter(db);
  const issuers = createIssuerWriter(db);
  const find = db.prepare<[string], KnownRow>(`SELECT ${knownColumns} FROM documents WHERE document_id = ?`);
  const upsert = db.prepare<unknown[], { doc: number }>(documentUpsert);
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

  const standing = db.prepare<[], StandingPhrase>(standingOfAll);
  const putMatch = db.prepare<unknown[]>(matchInsert);

  return {
    async find(documentId) {
      const row = find.get(documentId);
      return row === undefined ? undefined : knownOf(row);
    },
    async put(record) {
      const row = upsert.get(Object.values(columnValues(record)));
      if (row === undefined) throw new Error(`${record.publication.documentId} was not stored.`);
      parts.replace(row.doc, record);
    },
    async setStatus(documentId, status) {
      setStatus.run(status, documentId);
    },
    async setSuperseded(documentId, by) {
      setSuperseded.run(by, documentId);
    },
    async sections(documentId) {
      return withNames(await content.sectionTexts(documentId, undefined), readSectionNames(db, documentId));
    },
    retiredSections: async (documentId) => retired.all(documentId),
    dividedAnew: (documentId) => content.dividedAnew(documentId),
    periodsOf: async (securityCode, documentType) => periods.all(securityCode, documentType),
    findNewsFingerprint: async (newsId) => news.findFingerprint(newsId),
    async putNews(statement, fingerprint) {
      news.put(statement, fingerprint);
    },
    findIssuer: async (securityCode) => issuers.find(securityCode),
    async putIssuer(issuer) {
      issuers.put(issuer);
    },
    standingPhrases: async () => standing.all(),
    async putMatches(documentId, found, nowMs) {
      for (const row of matchRows(documentId, found, nowMs)) putMatch.run(row);
    },
  };
}
