import { z } from "zod";
import { jstDateTime } from "../../../lib/contract/dates.ts";
import { DocumentId, SectionId } from "../../../lib/contract/ids.ts";
import { type NewsReference, type NewsStatement, NewsReference as Reference } from "../../../lib/contract/resources.ts";
import type { NewsPublication } from "../../domain/publishing/publication.ts";
import type { NewsFilter, TimelinePosition } from "../ports.ts";
import { storedNewsId, storedSecurityCode } from "./stored-ids.ts";
import { equal, type TimelineQuery } from "./timeline-query.ts";

export interface NewsRow {
  news_id: string;
  title: string | null;
  statement: string;
  observed_at_ms: number;
  security_codes: string;
  news_references: string;
}

export const newsColumns = "n.news_id, n.title, n.statement, n.observed_at_ms, n.security_codes, n.news_references";

export const readCodes = (text: string): string[] => Codes.parse(JSON.parse(text));
const Codes = z.array(z.string());
const References = z.array(Reference);

export function newsTimeline(filter: NewsFilter, after: TimelinePosition | undefined): TimelineQuery {
  const codes = filter.securityCodes ?? [];
  return {
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
  };
}

/** In the order of the columns, without the fingerprint. */
export function newsValues(news: NewsPublication) {
  const { newsId, title, statement, observedAtMs, securityCodes } = news;
  const references = JSON.stringify(news.references.map(referenceOf));
  return [newsId, title, statement, observedAtMs, JSON.stringify(securityCodes), references] as const;
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

export function statementOf(row: NewsRow): NewsStatement {
  return {
    news_id: storedNewsId(row.news_id),
    title: row.title,
    statement: row.statement,
    observed_at: jstDateTime(row.observed_at_ms),
    security_codes: readCodes(row.security_codes).map(storedSecurityCode),
    references: References.parse(JSON.parse(row.news_references)),
  };
}
