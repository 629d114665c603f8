import type { NewsPublication } from "../../domain/publishing/publication.ts";
import { newsValues } from "../rows/news.ts";
import type { Database } from "./database.ts";

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
