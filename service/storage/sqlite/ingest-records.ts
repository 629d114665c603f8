import type { DocumentTotal, IngestRecord, IngestRecords, IngestState, UnfinishedDay } from "../ingest-ports.ts";
import { ingestColumns, ingestSql, ingestValues, readIngestRecord } from "../rows/ingest-records.ts";
import type { Database } from "./database.ts";
import { write } from "./writes.ts";

export function createIngestRecords(db: Database): IngestRecords {
  const put = db.prepare(ingestSql.put);
  const putAll = db.transaction((records: readonly IngestRecord[]) => {
    for (const record of records) put.run(ingestValues(record));
  });
  const find = db.prepare<[string]>(ingestSql.find);
  const findAll = db.prepare<[string]>(
    `SELECT ${ingestColumns} FROM ingest_items WHERE key IN (SELECT value FROM json_each(?))`,
  );
  const due = db.prepare<[number, number]>(ingestSql.due);
  const tryAgain = db.prepare<[number, string]>(ingestSql.tryAgain);
  const nextDue = db.prepare<[], number | null>(ingestSql.nextDue).pluck();
  const lists = db.prepare(ingestSql.lists);
  const inState = db.prepare<[IngestState, string, number]>(ingestSql.inState);
  const unfinished = db.prepare<[], UnfinishedDay>(ingestSql.unfinishedDays);
  const totals = db.prepare<[], DocumentTotal>(ingestSql.documentTotals);
  return {
    async find(key) {
      const row = find.get(key);
      return row === undefined ? undefined : readIngestRecord(row);
    },
    findAll: async (keys) =>
      new Map(
        findAll
          .all(JSON.stringify(keys))
          .map(readIngestRecord)
          .map((record) => [record.key, record]),
      ),
    put: (records) => write(db, () => putAll.immediate(records)),
    due: async (nowMs, limit) => due.all(nowMs, limit).map(readIngestRecord),
    tryAgain: (key, atMs) => write(db, () => tryAgain.get(atMs, key) !== undefined),
    nextDueAtMs: async () => nextDue.get() ?? undefined,
    lists: async () => lists.all().map(readIngestRecord),
    inState: async (state, after, limit) => inState.all(state, after, limit).map(readIngestRecord),
    unfinishedDays: async () => unfinished.all(),
    documentTotals: async () => totals.all(),
  };
}
