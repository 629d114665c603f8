import type { ApiKey, Keys, NewApiKey } from "../ports.ts";
import { apiKeyOf, type KeyRow } from "../rows/keys.ts";
import type { Database } from "./database.ts";
import { type KeyRows, keyColumns } from "./key-rows.ts";
import type { Reservations } from "./reservations.ts";
import { write } from "./writes.ts";

/** Found without waiting: the database is a part of this process. */
export interface SqliteKeys extends Keys {
  findNow(secretHash: Buffer): ApiKey | undefined;
  /** In the transaction that runs, or in one of its own. */
  createNow(key: NewApiKey): void;
}

export function createKeys(db: Database, rows: KeyRows, reservations: Reservations): SqliteKeys {
  const keyOf = (row: KeyRow) => apiKeyOf(row, reservations.creditsOf(row.id, row));
  const byId = db.prepare<[string], KeyRow>(`SELECT ${keyColumns} FROM api_keys WHERE id = ?`);
  const all = db.prepare<[], KeyRow>(`SELECT ${keyColumns} FROM api_keys ORDER BY created_at_ms, id`);
  const insert = db.prepare(`
    INSERT INTO api_keys (id, name, secret_hash, created_at_ms, entitled, per_minute, per_day, granted, balance)
    VALUES (@id, @name, @secretHash, @createdAtMs, @entitled, @perMinute, @perDay, @granted, @balance)`);
  const firstGrant = db.prepare(
    "INSERT INTO ledger_entries (key_id, kind, credits, at_ms) VALUES (@id, 'grant', @granted, @createdAtMs)",
  );
  const revoke = db.prepare("UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?");
  const create = db.transaction((key: NewApiKey) => {
    const row = {
      ...key,
      entitled: key.entitled ? 1 : 0,
      granted: key.credits,
      balance: key.credits ?? 0,
    };
    insert.run(row);
    if (key.credits !== null && key.credits > 0) firstGrant.run(row);
  });

  const findNow = (secretHash: Buffer) => {
    const row = rows.find(secretHash);
    return row === undefined ? undefined : keyOf(row);
  };

  return {
    create: (key) => write(db, () => create.immediate(key)),
    createNow: (key) => create.immediate(key),
    findNow,
    findByHash: async (secretHash) => findNow(secretHash),
    async find(id) {
      const row = byId.get(id);
      return row === undefined ? undefined : keyOf(row);
    },
    list: async () => all.all().map(keyOf),
    async revoke(id, nowMs) {
      const revoked = await write(db, () => revoke.run(nowMs, id).changes === 1);
      rows.forget();
      return revoked;
    },
  };
}
