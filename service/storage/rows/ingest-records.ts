import { z } from "zod";
import type { IngestRecord } from "../ingest-ports.ts";

export const ingestColumns =
  "key, kind, state, fingerprint, day, submitted_at_ms, detail, reason, message, attempts, due_at_ms, at_ms";

const Row = z.object({
  key: z.string(),
  kind: z.enum(["list", "document", "codes", "file", "source"]),
  state: z.enum(["waiting", "under_way", "done", "closed", "set_aside"]),
  fingerprint: z.string(),
  day: z.string().nullable(),
  submitted_at_ms: z.number().nullable(),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  attempts: z.number(),
  due_at_ms: z.number().nullable(),
  at_ms: z.number(),
});

export function readIngestRecord(row: unknown): IngestRecord {
  const { submitted_at_ms, due_at_ms, at_ms, ...rest } = Row.parse(row);
  return { ...rest, submittedAtMs: submitted_at_ms, dueAtMs: due_at_ms, atMs: at_ms };
}

/** In the order of `ingestColumns`. */
export function ingestValues(record: IngestRecord): (string | number | null)[] {
  return [
    ...[record.key, record.kind, record.state, record.fingerprint, record.day, record.submittedAtMs, record.detail],
    ...[record.reason, record.message, record.attempts, record.dueAtMs, record.atMs],
  ];
}

const replaced = ingestColumns
  .split(", ")
  .slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(", ");

/** Items that are dealt with unasked. A document without its row of a list can't be. */
const unasked = "(kind IN ('codes', 'list') OR kind = 'document' AND detail IS NOT NULL)";

/** Statements of both engines. */
export const ingestSql = {
  put: `INSERT INTO ingest_items (${ingestColumns}) VALUES (${ingestColumns.replace(/\w+/g, "?")})
    ON CONFLICT (key) DO UPDATE SET ${replaced}`,
  find: `SELECT ${ingestColumns} FROM ingest_items WHERE key = ?`,
  due: `SELECT ${ingestColumns} FROM ingest_items
    WHERE due_at_ms <= ? AND ${unasked}
    ORDER BY CASE kind WHEN 'codes' THEN 0 WHEN 'list' THEN 1 ELSE 2 END, day DESC NULLS LAST,
      submitted_at_ms NULLS LAST, key LIMIT ?`,
  nextDue: `SELECT min(due_at_ms) AS due_at_ms FROM ingest_items WHERE due_at_ms IS NOT NULL AND ${unasked}`,
  tryAgain: `UPDATE ingest_items SET attempts = 0, due_at_ms = ? WHERE key = ? AND state = 'set_aside' AND ${unasked}
    RETURNING 1 AS one`,
  lists: `SELECT ${ingestColumns} FROM ingest_items WHERE kind = 'list' ORDER BY day`,
  inState: `SELECT ${ingestColumns} FROM ingest_items WHERE state = ? AND key > ? ORDER BY key LIMIT ?`,
  unfinishedDays: `SELECT day, count(*) AS documents, min(submitted_at_ms) AS "firstSubmittedAtMs" FROM ingest_items
    WHERE kind = 'document' AND state IN ('waiting', 'under_way') AND day IS NOT NULL GROUP BY day ORDER BY day`,
  documentTotals: `SELECT state, count(*) AS documents, count(due_at_ms) AS due,
      max(submitted_at_ms) AS "newestSubmittedAtMs"
    FROM ingest_items WHERE kind = 'document' GROUP BY state ORDER BY state`,
} as const;
