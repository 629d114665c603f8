import { IssuerSearch } from "../domain/issuers/issuer-search.ts";
import { createContentReader } from "./catalog-content.ts";
import type { Catalog } from "./ports.ts";
import { oneOf, type Reads } from "./reads.ts";
import { type DocumentRow, summaryColumns, summaryOf } from "./rows/document-columns.ts";
import { documentTimeline } from "./rows/document-timeline.ts";
import { type IssuerRow, issuerColumns, issuerOf } from "./rows/issuers.ts";
import { type NewsRow, newsColumns, newsTimeline, statementOf } from "./rows/news.ts";
import { compileTimeline, timelinePage } from "./rows/timeline-query.ts";

/**
 * The read side of the catalog, on either engine. Each call reads a few rows by index: with SQLite it may run on the
 * event loop, and with PostgreSQL it is one round trip wherever it can be.
 */
export function createCatalog(db: Reads): Catalog {
  const columns = summaryColumns(db.engine);
  const findStatements = async (newsIds: readonly string[]) => {
    const asked = oneOf(db, "n.news_id", newsIds);
    const rows = await db.rows<NewsRow>(`SELECT ${newsColumns} FROM news n WHERE ${asked.sql}`, [asked.value]);
    return inOrder(newsIds, rows, (row) => row.news_id).map(statementOf);
  };
  return {
    searchIssuers: createIssuerReader(db),
    async findDocument(documentId) {
      const row = await db.row<DocumentRow>(`SELECT ${columns} FROM documents d WHERE d.document_id = ?`, [documentId]);
      return row === undefined ? undefined : { summary: summaryOf(row), releaseAtMs: row.release_at_ms };
    },
    async findDocuments(documentIds) {
      const asked = oneOf(db, "d.document_id", documentIds);
      const rows = await db.rows<DocumentRow>(`SELECT ${columns} FROM documents d WHERE ${asked.sql}`, [asked.value]);
      return inOrder(documentIds, rows, (row) => row.document_id).map(summaryOf);
    },
    async listDocuments(filter, after, limit) {
      // One more than asked for tells whether there is a next page.
      const page = compileTimeline(documentTimeline(filter, after), limit + 1, db.engine);
      if (page === undefined) return { records: [], next: undefined };
      const rows = await db.rows<DocumentRow>(
        `WITH page AS MATERIALIZED (${page.sql}) SELECT ${columns}
         FROM page JOIN documents d ON d.doc = page.row ORDER BY page.at DESC, page.id DESC`,
        page.values,
      );
      return timelinePage(rows, limit, summaryOf, (last) => ({ atMs: last.timeline_at_ms, id: last.document_id }));
    },
    ...createContentReader(db),
    async listNews(filter, after, limit) {
      const page = compileTimeline(newsTimeline(filter, after), limit + 1, db.engine);
      if (page === undefined) return { records: [], next: undefined };
      const rows = await db.rows<NewsRow>(
        `WITH page AS MATERIALIZED (${page.sql}) SELECT ${newsColumns}
         FROM page JOIN news n ON n.news = page.row ORDER BY page.at DESC, page.id DESC`,
        page.values,
      );
      return timelinePage(rows, limit, statementOf, (last) => ({ atMs: last.observed_at_ms, id: last.news_id }));
    },
    findNews: async (newsId) => (await findStatements([newsId]))[0],
    findNewsStatements: findStatements,
  };
}

function inOrder<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** All issuers in memory, read again when this or another process has written one. */
function createIssuerReader(db: Reads): Catalog["searchIssuers"] {
  let loaded: { readonly version: number; readonly search: IssuerSearch } | undefined;
  return async (question, limit) => {
    const row = await db.row<{ version: number }>("SELECT version FROM catalog_versions WHERE name = 'issuers'");
    const version = row?.version ?? 0;
    if (loaded?.version !== version) {
      const issuers = await db.rows<IssuerRow>(`SELECT ${issuerColumns} FROM issuers`);
      loaded = { version, search: new IssuerSearch(issuers.map(issuerOf), loaded?.search) };
    }
    return loaded.search.search(question, limit);
  };
}
