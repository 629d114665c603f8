import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import { englishNameOf, indexedDocument, indexedNews, isSearched } from "../../domain/publishing/indexing.ts";
import type { IndexedDocument, IndexedNews } from "../../search/port.ts";
import type { SearchChange, SearchedKind, SearchSource } from "../../search/source.ts";
import { type NewsRow, readCodes } from "../rows/news.ts";
import type { Compiled } from "../rows/timeline-query.ts";
import { documentsMatching, lagOf, newsMatching, type UnsearchedRow, unsearchedSince } from "../rows/unsearched.ts";
import { createTransaction } from "./catalog-writer.ts";
import { readInstallation } from "./installation.ts";

const tables = { document: ["documents", "document_id"], news: ["news", "news_id"] } as const;

/** The catalogue as indexes read it, the one in each process and an engine for all. */
export function createSearchSource({ quick, durable, snapshot }: Connections): SearchSource & {
  allNews(newsIds: readonly string[]): Promise<IndexedNews[]>;
} {
  const allNews = async (newsIds: readonly string[]): Promise<IndexedNews[]> => {
    if (newsIds.length === 0) return [];
    const rows = await quick.rows<NewsRow>(
      "SELECT news_id, title, statement, observed_at_ms, security_codes, news_references FROM news WHERE news_id = ANY (?)",
      [newsIds],
    );
    const catalog = createTransaction(quick);
    return Promise.all(
      rows.map((row) =>
        indexedNews(catalog, {
          newsId: row.news_id,
          title: row.title,
          statement: row.statement,
          observedAtMs: row.observed_at_ms,
          securityCodes: readCodes(row.security_codes),
          references: [],
        }),
      ),
    );
  };
  const lag = async ({ sql, values }: Compiled) => {
    const row = await quick.row<UnsearchedRow>(sql, values);
    return row === undefined ? { publications: 0, forMs: 0 } : lagOf(row);
  };
  return {
    mark: async () => (await readInstallation(quick)).mark,
    async lastChange() {
      const last = await durable.row<{ change: number }>(
        "SELECT coalesce(max(change), 0) AS change FROM search_changes",
      );
      return last?.change ?? 0;
    },
    changesAfter: (change, limit) =>
      quick.rows<SearchChange>("SELECT change, kind, id FROM search_changes WHERE change > ? ORDER BY change LIMIT ?", [
        change,
        limit,
      ]),
    document: (documentId): Promise<IndexedDocument | undefined> =>
      snapshot(async (db) => {
        const catalog = createTransaction(db);
        const known = await catalog.find(documentId);
        if (known === undefined || !isSearched(known)) return undefined;
        const nameEn = await englishNameOf(catalog, known.securityCode);
        return indexedDocument(known, await catalog.sections(documentId), nameEn);
      }),
    news: async (newsId) => (await allNews([newsId]))[0],
    allNews,
    async idsAfter(kind: SearchedKind, after, limit) {
      const [table, id] = tables[kind];
      const rows = await quick.rows<{ id: string }>(
        `SELECT ${id} AS id FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`,
        [after, limit],
      );
      return rows.map((row) => row.id);
    },
    async count(kind) {
      const row = await quick.row<{ count: number }>(`SELECT count(*) AS count FROM ${tables[kind][0]}`);
      return row?.count ?? 0;
    },
    documentsBehind: (index, filter) => lag(unsearchedSince("document", index, documentsMatching(filter), "postgres")),
    newsBehind: (index, filter) => lag(unsearchedSince("news", index, newsMatching(filter), "postgres")),
  };
}
