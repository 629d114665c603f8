import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import type { DocumentTotal, IngestRecords, UnfinishedDay } from "../ingest-ports.ts";
import { ingestColumns, ingestSql, ingestValues, readIngestRecord } from "../rows/ingest-records.ts";

export function createIngestRecords({ durable, quick, transaction }: Connections): IngestRecords {
  return {
    async find(key) {
      const row = await quick.row(ingestSql.find, [key]);
      return row === undefined ? undefined : readIngestRecord(row);
    },
    async findAll(keys) {
      const rows = await quick.rows(`SELECT ${ingestColumns} FROM ingest_items WHERE key = ANY (?)`, [keys]);
      return new Map(rows.map(readIngestRecord).map((record) => [record.key, record]));
    },
    async put(records) {
      const [first] = records;
      if (first !== undefined && records.length === 1) await durable.rows(ingestSql.put, ingestValues(first));
      else {
        await transaction(async (db) => {
          for (const record of records) await db.rows(ingestSql.put, ingestValues(record));
        });
      }
    },
    due: async (nowMs, limit) => (await quick.rows(ingestSql.due, [nowMs, limit])).map(readIngestRecord),
    tryAgain: async (key, atMs) => (await durable.rows(ingestSql.tryAgain, [atMs, key])).length > 0,
    nextDueAtMs: async () => (await quick.row<{ due_at_ms: number | null }>(ingestSql.nextDue))?.due_at_ms ?? undefined,
    lists: async () => (await quick.rows(ingestSql.lists)).map(readIngestRecord),
    inState: async (state, after, limit) =>
      (await quick.rows(ingestSql.inState, [state, after, limit])).map(readIngestRecord),
    unfinishedDays: () => quick.rows<UnfinishedDay>(ingestSql.unfinishedDays),
    documentTotals: () => quick.rows<DocumentTotal>(ingestSql.documentTotals),
  };
}
