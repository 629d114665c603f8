import { searchableFamilies } from "../../../lib/contract/vocabulary.ts";
import type { DocumentScope, NewsScope, SearchLag } from "../../search/port.ts";
import type { IndexPosition, SearchedKind } from "../../search/source.ts";
import { anyOf, type Compiled, type Condition } from "./timeline-query.ts";

export interface UnsearchedRow {
  readonly publications: number;
  readonly since_ms: number | null;
  readonly now_ms: number;
}

export const lagOf = ({ publications, since_ms, now_ms }: UnsearchedRow): SearchLag => ({
  publications,
  forMs: since_ms === null ? 0 : Math.max(0, now_ms - since_ms),
});

/** Both times are the database's own, so that no two clocks are compared. */
const times = {
  sqlite: { now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)", changed: "coalesce(c.at_ms, 0)" },
  postgres: {
    now: "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    changed: "(extract(epoch FROM c.at) * 1000)::bigint",
  },
};

const tables = {
  document: { table: "documents", id: "document_id", indexed: "search_body_document" },
  news: { table: "news", id: "news_id", indexed: "search_news_document" },
} as const;

/** Changes since, and while the index is first filled, everything after the last id that it has. */
export function unsearchedSince(
  kind: SearchedKind,
  { change, ...filled }: IndexPosition,
  matching: readonly Condition[],
  engine: "sqlite" | "postgres",
): Compiled {
  const { table, id } = tables[kind];
  const { now, changed } = times[engine];
  const after = kind === "document" ? filled.documentsAfter : filled.newsAfter;
  const [where, values] = [textOf(matching), matching.flatMap((each) => each.values)];
  const isChanged = `c.kind = '${kind}' AND c.change > ?`;
  const parts = [
    `SELECT ${changed} AS at_ms FROM search_changes c JOIN ${table} p ON p.${id} = c.id WHERE ${isChanged}${where}`,
  ];
  if (after !== null) {
    const isCounted = `EXISTS (SELECT 1 FROM search_changes c WHERE c.id = p.${id} AND ${isChanged})`;
    parts.push(`SELECT 0 AS at_ms FROM ${table} p WHERE p.${id} > ? AND NOT ${isCounted}${where}`);
  }
  return {
    sql: `SELECT count(*) AS publications, min(at_ms) AS since_ms, ${now} AS now_ms FROM (${parts.join(" UNION ALL ")}) AS behind`,
    values: [change, ...values, ...(after === null ? [] : [after, change, ...values])],
  };
}

export function absentFromOwnIndex(kind: SearchedKind, matching: readonly Condition[]): Compiled {
  const { table, id, indexed } = tables[kind];
  return {
    sql: `SELECT count(*) AS publications, CASE WHEN count(*) > 0 THEN 0 END AS since_ms, ${times.sqlite.now} AS now_ms
      FROM ${table} p
      WHERE NOT EXISTS (SELECT 1 FROM ${indexed} i WHERE i.document_id = p.${id} AND i.removed = 0)${textOf(matching)}`,
    values: matching.flatMap((each) => each.values),
  };
}

const textOf = (conditions: readonly Condition[]) => conditions.map(({ sql }) => ` AND ${sql}`).join("");

/** As searches filter, over what can be delivered. */
export function documentsMatching(filter: DocumentScope): Condition[] {
  return [
    { sql: "p.status = 'ready'", values: [] },
    ...anyOf("p.family", filter.families ?? searchableFamilies),
    ...anyOf("p.security_code", filter.securityCodes),
    ...anyOf("p.type", filter.documentTypes),
    ...within("p.timeline_at_ms", filter),
    ...(filter.latestOnly ? [{ sql: "p.superseded_by_document_id IS NULL", values: [] }] : []),
  ];
}

export function newsMatching(filter: NewsScope): Condition[] {
  const ofCodes = anyOf("nc.security_code", filter.securityCodes).map(({ sql, values }) => ({
    sql: `EXISTS (SELECT 1 FROM news_codes nc WHERE nc.news = p.news AND ${sql})`,
    values,
  }));
  return [...ofCodes, ...within("p.observed_at_ms", filter)];
}

function within(column: string, { sinceMs, untilMs }: Pick<NewsScope, "sinceMs" | "untilMs">): Condition[] {
  return [
    ...(sinceMs === undefined ? [] : [{ sql: `${column} >= ?`, values: [sinceMs] }]),
    ...(untilMs === undefined ? [] : [{ sql: `${column} < ?`, values: [untilMs] }]),
  ];
}
