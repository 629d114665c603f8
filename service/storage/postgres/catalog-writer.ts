import type { Connections, Queries } from "../../../lib/kit/postgres/connection.ts";
import type { SearchWriter } from "../../search/port.ts";
import type {
  CatalogTransaction,
  CatalogWriter,
  DocumentRecord,
  PeriodRecord,
  RetiredSection,
  StandingPhrase,
} from "../ports.ts";
import { type SectionRow, sectionColumns, sectionText, withNames } from "../rows/contents.ts";
import { dividedAnewOf, readDividedAnew } from "../rows/divided-anew.ts";
import { columnValues, documentUpsert } from "../rows/document-columns.ts";
import { type IssuerRow, issuerColumns, issuerPublication, issuerUpsert, issuerValues } from "../rows/issuers.ts";
import { type KnownRow, knownColumns, knownOf } from "../rows/known-documents.ts";
import { newsValues } from "../rows/news.ts";
import { type PartTable, partColumns, partRows, partTables } from "../rows/parts.ts";
import { unpackNames } from "../rows/section-names.ts";
import { matchInsert, matchRows, standingOfAll } from "../rows/standing.ts";
import { dropGlossary, putGlossary } from "./glossary.ts";

const publishingLock = 4_710_004;

/** Both writers work on the connection of the publication under way. */
class Publishing {
  #open: Queries | undefined;

  get db(): Queries {
    if (this.#open === undefined) throw new Error("This is written only while something is published.");
    return this.#open;
  }

  async during<T>(db: Queries, work: () => Promise<T>): Promise<T> {
    this.#open = db;
    try {
      return await work();
    } finally {
      this.#open = undefined;
    }
  }
}

/** One of all processes at a time, so that the numbers of changes are committed in their order. */
export function createCatalogWriter(connections: Connections): {
  readonly writer: CatalogWriter;
  readonly searchWriter: SearchWriter;
} {
  const { quick } = connections;
  const underWay = new Publishing();
  const writer: CatalogWriter = {
    async listDue(nowMs) {
      const rows = await quick.rows<{ document_id: string }>(
        `SELECT document_id FROM documents WHERE status = 'pending_release' AND release_at_ms <= ?
         ORDER BY release_at_ms LIMIT 50`,
        [nowMs],
      );
      return rows.map((row) => row.document_id);
    },
    transaction: (work) => publishing(connections, (db) => underWay.during(db, () => work(createTransaction(db)))),
  };
  return { writer, searchWriter: createOutbox(() => underWay.db) };
}

/** A transaction that no other process publishes beside. */
export const publishing = <T>({ transaction }: Connections, work: (db: Queries) => Promise<T>): Promise<T> =>
  transaction(async (db) => {
    await db.rows("SELECT pg_advisory_xact_lock(?)", [publishingLock]);
    return work(db);
  });

/** Committed with the publication; indexes follow in their own time, and read the catalog then. */
function createOutbox(db: () => Queries): SearchWriter {
  const changed = async (kind: "document" | "news", id: string) => {
    await db().rows(
      `INSERT INTO search_changes (kind, id) VALUES (?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET change = DEFAULT, at = DEFAULT`,
      [kind, id],
    );
  };
  return {
    async putDocument(document) {
      await changed("document", document.documentId);
      await putGlossary(db(), document);
    },
    async removeDocument(documentId) {
      await changed("document", documentId);
      await dropGlossary(db(), documentId);
    },
    setSuperseded: (documentId) => changed("document", documentId),
    putNews: ({ newsId }) => changed("news", newsId),
    removeNews: (newsId) => changed("news", newsId),
  };
}

/** Also for an index that reads what it writes again. */
export function createTransaction(db: Queries): CatalogTransaction {
  const ofDocument = "doc = (SELECT doc FROM documents WHERE document_id = ?)";
  return {
    async find(documentId) {
      const row = await db.row<KnownRow>(`SELECT ${knownColumns} FROM documents WHERE document_id = ?`, [documentId]);
      return row === undefined ? undefined : knownOf(row);
    },
    async put(record) {
      const row = await db.row<{ doc: number }>(documentUpsert, Object.values(columnValues(record)));
      if (row === undefined) throw new Error(`${record.publication.documentId} was not stored.`);
      await replaceParts(db, row.doc, record);
    },
    async setStatus(documentId, status) {
      await db.rows("UPDATE documents SET status = ?, release_at_ms = NULL WHERE document_id = ?", [
        status,
        documentId,
      ]);
    },
    async setSuperseded(documentId, by) {
      await db.rows("UPDATE documents SET superseded_by_document_id = ? WHERE document_id = ?", [by, documentId]);
    },
    async sections(documentId) {
      const rows = await db.rows<SectionRow & { markdown: Uint8Array | null; names: Uint8Array | null }>(
        `SELECT s.${sectionColumns.split(", ").join(", s.")}, t.markdown, n.names FROM sections s
         LEFT JOIN section_texts t USING (doc, position) LEFT JOIN section_names n USING (doc, position)
         WHERE s.${ofDocument} ORDER BY s.position`,
        [documentId],
      );
      const packed = rows.flatMap(({ position, names }) =>
        names === null ? [] : [[position, () => unpackNames(names)] as const],
      );
      return withNames(
        rows.map((row) => sectionText(row, row.markdown ?? undefined)),
        new Map(packed),
      );
    },
    retiredSections: (documentId) =>
      db.rows<RetiredSection>(
        `SELECT section_id AS "sectionId", text_hash AS "textHash", moved_to AS "movedTo" FROM retired_sections
         WHERE ${ofDocument} ORDER BY section_id`,
        [documentId],
      ),
    async dividedAnew(documentId) {
      const row = await db.row<{ divided_anew: string | null }>(dividedAnewOf, [documentId]);
      return readDividedAnew(row?.divided_anew);
    },
    periodsOf: (securityCode, documentType) =>
      db.rows<PeriodRecord>(
        `SELECT document_id AS "documentId", fiscal_period AS "fiscalPeriod", period_end AS "periodEnd", status,
           timeline_at_ms AS "timelineAtMs", superseded_by_document_id AS "supersededBy"
         FROM documents WHERE security_code = ? AND type = ?`,
        [securityCode, documentType],
      ),
    async findNewsFingerprint(newsId) {
      const row = await db.row<{ fingerprint: string }>("SELECT fingerprint FROM news WHERE news_id = ?", [newsId]);
      return row?.fingerprint;
    },
    async putNews(news, fingerprint) {
      const row = await db.row<{ news: number }>(newsUpsert, [...newsValues(news), fingerprint]);
      if (row === undefined) throw new Error(`News ${news.newsId} was not stored.`);
      await db.rows("DELETE FROM news_codes WHERE news = ?", [row.news]);
      await db.rows(
        `INSERT INTO news_codes (security_code, observed_at_ms, news_id, news)
         SELECT code, ?, ?, ? FROM unnest(?::text[]) AS code ON CONFLICT DO NOTHING`,
        [news.observedAtMs, news.newsId, row.news, news.securityCodes],
      );
    },
    async findIssuer(securityCode) {
      const row = await db.row<IssuerRow>(`SELECT ${issuerColumns} FROM issuers WHERE security_code = ?`, [
        securityCode,
      ]);
      return row === undefined ? undefined : issuerPublication(row);
    },
    async putIssuer(issuer) {
      await db.rows(issuerUpsert, issuerValues(issuer));
      await db.rows("UPDATE catalog_versions SET version = version + 1 WHERE name = 'issuers'");
    },
    standingPhrases: () => db.rows<StandingPhrase>(standingOfAll),
    async putMatches(documentId, found, nowMs) {
      for (const row of matchRows(documentId, found, nowMs)) await db.rows(matchInsert, row);
    },
  };
}

const newsUpsert = `
  INSERT INTO news (news_id, title, statement, observed_at_ms, security_codes, news_references, fingerprint)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (news_id) DO UPDATE SET title = excluded.title, statement = excluded.statement,
    observed_at_ms = excluded.observed_at_ms, security_codes = excluded.security_codes,
    news_references = excluded.news_references, fingerprint = excluded.fingerprint
  RETURNING news`;

/** As many rows as one statement takes: it may have 65,535 values, and a long text should not wait for many others. */
const rowsAtOnceMax = 100;

async function replaceParts(db: Queries, doc: number, record: DocumentRecord): Promise<void> {
  await db.rows(
    `WITH ${[...partTables, "page_files"].map((table, at) => `d${at} AS (DELETE FROM ${table} WHERE doc = ?)`).join(", ")} SELECT 1`,
    [...partTables, "page_files"].map(() => doc),
  );
  const waiting = new Map<PartTable, unknown[][]>(partTables.map((table) => [table, []]));
  const write = async (table: PartTable, rows: unknown[][]) => {
    if (rows.length === 0) return;
    const columns = ["doc", ...partColumns[table]];
    const tuple = `(${columns.map(() => "?").join(", ")})`;
    await db.rows(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${rows.map(() => tuple).join(", ")}`,
      rows.splice(0).flat(),
    );
  };
  for (const { table, row } of partRows(record)) {
    const rows = waiting.get(table) ?? [];
    rows.push([doc, ...partColumns[table].map((column) => row[column])]);
    if (rows.length >= rowsAtOnceMax) await write(table, rows);
  }
  for (const [table, rows] of waiting) await write(table, rows);
}
