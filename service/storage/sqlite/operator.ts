import type { NewApiKey } from "../account-ports.ts";
import type { ChangeOutcome, OperatorChange, OperatorStore } from "../operator-ports.ts";
import {
  changeValues,
  operatorSql,
  readKeyDay,
  readOperatorChange,
  readOperatorKey,
  readRequests,
} from "../rows/operator.ts";
import type { Database } from "./database.ts";
import type { KeyRows } from "./key-rows.ts";
import { write } from "./writes.ts";

/** Steps of other parts of the store, which run inside the transaction of a change. */
export interface OperatorSteps {
  createKey(key: NewApiKey): void;
  /** False where nothing was granted. */
  grant(keyId: string, credits: number, nowMs: number): boolean;
}

export function createOperatorStore(db: Database, rows: KeyRows, steps: OperatorSteps): OperatorStore {
  const keys = db.prepare(operatorSql.keys);
  const createOperatorKey = db.prepare(operatorSql.createOperatorKey);
  const revokeOperatorKey = db.prepare(operatorSql.revokeOperatorKey);
  const revokeKey = db.prepare(operatorSql.revokeKey);
  const tryAgain = db.prepare(operatorSql.tryAgain);
  const log = db.prepare(operatorSql.log);
  const changes = db.prepare(operatorSql.changes);
  const usage = db.prepare(operatorSql.usage);
  const requests = db.prepare(operatorSql.requests);

  const changeOnce = db.transaction((change: OperatorChange, work: () => boolean): ChangeOutcome => {
    if (log.get(changeValues(change)) === undefined) return "repeated";
    if (!work()) throw new NothingChanged();
    return "done";
  });

  const changed = async (change: OperatorChange, work: () => boolean): Promise<ChangeOutcome> => {
    try {
      return await write(db, () => changeOnce.immediate(change, work));
    } catch (error) {
      if (error instanceof NothingChanged) return "unknown";
      throw error;
    } finally {
      rows.forget();
    }
  };

  return {
    keys: async () => keys.all().map(readOperatorKey),
    createOperatorKey: ({ id, name, secretHash, createdAtMs }, change) =>
      changed(change, () => createOperatorKey.run(id, name, secretHash, createdAtMs).changes === 1),
    revokeOperatorKey: (id, change) => changed(change, () => revokeOperatorKey.get(change.atMs, id) !== undefined),
    createKey: (key, change) =>
      changed(change, () => {
        steps.createKey(key);
        return true;
      }),
    revokeKey: (id, change) => changed(change, () => revokeKey.get(change.atMs, id) !== undefined),
    grant: (keyId, credits, change) => changed(change, () => steps.grant(keyId, credits, change.atMs)),
    tryAgain: (key, change) => changed(change, () => tryAgain.get(change.atMs, key) !== undefined),
    changes: async (limit) => changes.all(limit).map(readOperatorChange),
    usage: async (sinceDay) => usage.all(Date.parse(`${sinceDay}T00:00:00+09:00`)).map(readKeyDay),
    requests: async (day) => readRequests(requests.all(day)),
  };
}

/** Undoes the transaction. */
class NothingChanged extends Error {}
