import type { Connections, Queries } from "../../../lib/kit/postgres/connection.ts";
import type { ChangeOutcome, OperatorChange, OperatorStore } from "../operator-ports.ts";
import {
  changeValues,
  operatorSql,
  readKeyDay,
  readOperatorChange,
  readOperatorKey,
  readRequests,
} from "../rows/operator.ts";
import { insertKey } from "./keys.ts";

export function createOperatorStore({ quick, transaction }: Connections): OperatorStore {
  const changed = async (
    change: OperatorChange,
    work: (db: Queries) => Promise<readonly object[]>,
  ): Promise<ChangeOutcome> => {
    try {
      return await transaction(async (db) => {
        // Another one with the same id waits here for this one's end.
        if ((await db.rows(operatorSql.log, changeValues(change))).length === 0) return "repeated";
        if ((await work(db)).length === 0) throw new NothingChanged();
        return "done";
      });
    } catch (error) {
      if (error instanceof NothingChanged) return "unknown";
      throw error;
    }
  };

  return {
    keys: async () => (await quick.rows(operatorSql.keys)).map(readOperatorKey),
    createOperatorKey: ({ id, name, secretHash, createdAtMs }, change) =>
      changed(change, (db) =>
        db.rows(`${operatorSql.createOperatorKey} RETURNING 1 AS one`, [id, name, secretHash, createdAtMs]),
      ),
    revokeOperatorKey: (id, change) =>
      changed(change, (db) => db.rows(operatorSql.revokeOperatorKey, [change.atMs, id])),
    createKey: (key, change) =>
      changed(change, async (db) => {
        await insertKey(db, key);
        return [{}];
      }),
    revokeKey: (id, change) => changed(change, (db) => db.rows(operatorSql.revokeKey, [change.atMs, id])),
    grant: (keyId, credits, change) =>
      changed(change, (db) => db.rows("SELECT * FROM grant_credits(?, ?, ?)", [keyId, credits, change.atMs])),
    tryAgain: (key, change) => changed(change, (db) => db.rows(operatorSql.tryAgain, [change.atMs, key])),
    changes: async (limit) => (await quick.rows(operatorSql.changes, [limit])).map(readOperatorChange),
    usage: async (sinceDay) =>
      (await quick.rows(operatorSql.usage, [Date.parse(`${sinceDay}T00:00:00+09:00`)])).map(readKeyDay),
    requests: async (day) => readRequests(await quick.rows(operatorSql.requests, [day])),
  };
}

/** Undoes the transaction. */
class NothingChanged extends Error {}
