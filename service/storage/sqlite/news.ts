import type { NewsStatement } from "../../../lib/contract/resources.ts";
import type { NewsPublication } from "../../domain/publishing/publication.ts";
import type { NewsFilter, TimelinePage, TimelinePosition } from "../ports.ts";
import { type NewsRow, newsColumns, newsTimeline, newsValues, statementOf } from "../rows/news.ts";
import { compileTimeline, timelinePage } from "../rows/timeline-query.ts";
import type { Database } from "./database.ts";
import { Statements } from "./statements.ts";

export interface NewsReader {
  list(filter: NewsFilter, after: TimelinePosition | undefined, limit: number): TimelinePage<NewsStatement>;
  find(newsId: string): NewsStatement | undefined;
}

export function createNewsReader(db: Database): NewsReader {
  const statements = new Statements(db);
  const byId = db.prepare<[string], NewsRow>(`SELECT ${newsColumns} FROM news n WHERE n.news_id = ?`);
  return {
    list(filter, after, limit) {
      const rows = compileTimeline(newsTimeline(filter, after), limit + 1);
      if (rows === undefined) return { records: [], next: undefined };
      const found = statements
        .get<NewsRow>(
          `WITH page AS MATERIALIZED (${rows.sql}) SELECT ${newsColumns} FROM page JOIN news n ON n.news = page.row
           ORDER BY page.at DESC, page.id DESC`,
        )
        .all(...rows.values);
      return timelinePage(found, limit, statementOf, (last) => ({ atMs: last.observed_at_ms, id: last.news_id }));
    },
    find(newsId) {
      const row = byId.get(newsId);
      return row === undefined ? undefined : statementOf(row);
    },
  };
}

export interface NewsWriter {
  findFingerprint(newsId: string): string | undefined;
  put(news: NewsPublication, fingerprint: string): void;
}

export function createNewsWriter(db: Database): NewsWriter {
  const fingerprintOf = db.prepare<[string], string>("SELECT fingerprint FROM news WHERE news_id = ?").pluck();
  const upsert = db.prepare<unknown[], { news: number }>(`
    INSERT INTO news (news_id, title, statement, observed_at_ms, security_codes, news_references, fingerprint)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (news_id) DO UPDATE SET title = excluded.title, statement = excluded.statement,
      observed_at_ms = excluded.observed_at_ms, security_codes = excluded.security_codes,
      news_references = excluded.news_references, fingerprint = excluded.fingerprint
    RETURNING news`);
  const forgetCodes = db.prepare("DELETE FROM news_codes WHERE news = ?");
  const putCode = db.prepare(
    "INSERT OR IGNORE INTO news_codes (security_code, observed_at_ms, news_id, news) VALUES (?, ?, ?, ?)",
  );
  return {
    findFingerprint: (newsId) => fingerprintOf.get(newsId),
    put(news, fingerprint) {
      const { newsId, observedAtMs, securityCodes } = news;
      const row = upsert.get(...newsValues(news), fingerprint);
      if (row === undefined) throw new Error(`News ${newsId} was not stored.`);
      forgetCodes.run(row.news);
      for (const code of securityCodes) putCode.run(code, observedAtMs, newsId, row.news);
    },
  };
}
