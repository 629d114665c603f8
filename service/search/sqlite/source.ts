import { englishNameOf, indexedDocument, indexedNews, isSearched } from "../../domain/publishing/indexing.ts";
import type { CatalogTransaction } from "../../storage/ports.ts";
import type { Compiled } from "../../storage/rows/timeline-query.ts";
import {
  absentFromOwnIndex,
  documentsMatching,
  lagOf,
  newsMatching,
  type UnsearchedRow,
  unsearchedSince,
} from "../../storage/rows/unsearched.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { Statements } from "../../storage/sqlite/statements.ts";
import type { SearchBacklog, SearchLag } from "../port.ts";
import type { SearchChange, SearchedKind, SearchSource } from "../source.ts";
import { placeOf } from "./place.ts";
import { strings } from "./stored-rows.ts";

export interface NewsRow {
  readonly news_id: string;
  readonly title: string | null;
  readonly statement: string;
  readonly observed_at_ms: number;
  readonly security_codes: string;
}

export const newsColumns = "news_id, title, statement, observed_at_ms, security_codes";

const tables = { document: ["documents", "document_id"], news: ["news", "news_id"] } as const;

/** The store as an engine outside of it follows it; `catalog` reads on the same connection. */
export function createSearchSource(
  db: Database,
  catalog: Pick<CatalogTransaction, "find" | "sections" | "findIssuer">,
): SearchSource {
  const last = db.prepare<[], number>("SELECT coalesce(max(change), 0) FROM search_changes").pluck();
  const changes = db.prepare<[number, number], SearchChange>(
    "SELECT change, kind, id FROM search_changes WHERE change > ? ORDER BY change LIMIT ?",
  );
  const news = db.prepare<[string], NewsRow>(`SELECT ${newsColumns} FROM news WHERE news_id = ?`);
  const idsAfter = (kind: SearchedKind) => {
    const [table, id] = tables[kind];
    return db
      .prepare<[string, number], string>(`SELECT ${id} FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`)
      .pluck();
  };
  const ids = { document: idsAfter("document"), news: idsAfter("news") };
  const countOf = (kind: SearchedKind) => db.prepare<[], number>(`SELECT count(*) FROM ${tables[kind][0]}`).pluck();
  const counts = { document: countOf("document"), news: countOf("news") };
  const lag = lagReader(db);
  return {
    mark: async () => placeOf(db).mark,
    lastChange: async () => last.get() ?? 0,
    changesAfter: async (change, limit) => changes.all(change, limit),
    async document(documentId) {
      const known = await catalog.find(documentId);
      if (known === undefined || !isSearched(known)) return undefined;
      const nameEn = await englishNameOf(catalog, known.securityCode);
      return indexedDocument(known, await catalog.sections(documentId), nameEn);
    },
    async news(newsId) {
      const row = news.get(newsId);
      return row === undefined ? undefined : indexedNews(catalog, newsOf(row));
    },
    idsAfter: async (kind, after, limit) => ids[kind].all(after, limit),
    count: async (kind) => counts[kind].get() ?? 0,
    documentsBehind: async (index, filter) =>
      lag(unsearchedSince("document", index, documentsMatching(filter), "sqlite")),
    newsBehind: async (index, filter) => lag(unsearchedSince("news", index, newsMatching(filter), "sqlite")),
  };
}

/** A publication is in the store's own index from its transaction on; only a rebuild may begin with less. */
export function createOwnBacklog(db: Database): SearchBacklog {
  const lag = lagReader(db);
  const isRebuilt = db.prepare<[], number>("SELECT EXISTS (SELECT 1 FROM search_rebuild)").pluck();
  const behind = (absent: () => Compiled) => (isRebuilt.get() === 1 ? lag(absent()) : nothingBehind);
  return {
    documentsBehind: async (filter) => behind(() => absentFromOwnIndex("document", documentsMatching(filter))),
    newsBehind: async (filter) => behind(() => absentFromOwnIndex("news", newsMatching(filter))),
  };
}

const nothingBehind: SearchLag = { publications: 0, forMs: 0 };

function lagReader(db: Database): (query: Compiled) => SearchLag {
  const statements = new Statements(db);
  return ({ sql, values }) => {
    const row = statements.get<UnsearchedRow>(sql).get(...values);
    return row === undefined ? nothingBehind : lagOf(row);
  };
}

/** As it was published; references are not searched. */
export const newsOf = (row: NewsRow) => ({
  newsId: row.news_id,
  title: row.title,
  statement: row.statement,
  observedAtMs: row.observed_at_ms,
  securityCodes: strings(row.security_codes),
  references: [],
});
