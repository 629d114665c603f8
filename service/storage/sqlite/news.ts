import { z } from "zod";
import { DocumentId, SectionId } from "../../../lib/contract/ids.ts";
import { type NewsReference, NewsReference as Reference, type NewsStatement } from "../../../lib/contract/resources.ts";
import { jstDateTime } from "../../../lib/format/dates.ts";
import type { NewsPublication } from "../../domain/publishing/publication.ts";
import type { NewsFilter, TimelinePage, TimelinePosition } from "../ports.ts";
import type { Database } from "./database.ts";
import { Statements } from "./statements.ts";
import { storedNewsId, storedSecurityCode } from "./stored-ids.ts";
import { compileTimeline, equal, timelinePage } from "./timeline-query.ts";

interface NewsRow {
  news_id: string;
  title: string | null;
  statement: string;
  observed_at_ms: number;
  security_codes: string;
  news_references: string;
}

const columns = "n.news_id, n.title, n.statement, n.observed_at_ms, n.security_codes, n.news_references";
const Codes = z.array(z.string());
const References = z.array(Reference);

export interface NewsReader {
  list(filter: NewsFilter, after: TimelinePosition | undefined, limit: number): TimelinePage<NewsStatement>;
  find(newsId: string): NewsStatement | undefined;
}

export function createNewsReader(db: Database): NewsReader {
  const statements = new Statements(db);
  const byId = db.prepare<[string], NewsRow>(`SELECT ${columns} FROM news n WHERE n.news_id = ?`);
  return {
    list(filter, after, limit) {
      const codes = filter.securityCodes ?? [];
      const rows = compileTimeline(
        {
          table: codes.length === 0 ? "news" : "news_codes",
          timeColumn: "observed_at_ms",
          idColumn: "news_id",
          rowColumn: "news",
          branches:
            codes.length === 0
              ? [{ index: "news_by_time", conditions: [] }]
              : [...new Set(codes)].map((code) => ({ index: undefined, conditions: [equal("security_code", code)] })),
          residual: [],
          sinceMs: filter.sinceMs,
          untilMs: filter.untilMs,
          after,
        },
        limit + 1,
      );
      if (rows === undefined) return { records: [], next: undefined };
      const found = statements
        .get<NewsRow>(
          `WITH page AS MATERIALIZED (${rows.sql}) SELECT ${columns} FROM page JOIN news n ON n.news = page.row
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
      const { newsId, title, statement, observedAtMs, securityCodes } = news;
      const references = JSON.stringify(news.references.map(referenceOf));
      const codes = JSON.stringify(securityCodes);
      const row = upsert.get(newsId, title, statement, observedAtMs, codes, references, fingerprint);
      if (row === undefined) throw new Error(`News ${newsId} was not stored.`);
      forgetCodes.run(row.news);
      for (const code of securityCodes) putCode.run(code, observedAtMs, newsId, row.news);
    },
  };
}

function referenceOf(reference: NewsPublication["references"][number]): NewsReference {
  return {
    document_id: reference.documentId === null ? null : DocumentId.parse(reference.documentId),
    section_id: reference.sectionId === null ? null : SectionId.parse(reference.sectionId),
    page_number: reference.pageNumber,
    url: reference.url,
    title: reference.title,
  };
}

function statementOf(row: NewsRow): NewsStatement {
  return {
    news_id: storedNewsId(row.news_id),
    title: row.title,
    statement: row.statement,
    observed_at: jstDateTime(row.observed_at_ms),
    security_codes: Codes.parse(JSON.parse(row.security_codes)).map(storedSecurityCode),
    references: References.parse(JSON.parse(row.news_references)),
  };
}
