import type { ApiKey, Keys, NewApiKey } from "../ports.ts";
import { whenFree } from "./busy.ts";
import type { Database } from "./database.ts";
import type { Reservations } from "./reservations.ts";

interface KeyRow {
  id: string;
  name: string;
  created_at_ms: number;
  revoked_at_ms: number | null;
  entitled: number;
  per_minute: number;
  per_day: number | null;
  granted: number | null;
  balance: number;
  charged: number;
}

const columns = "id, name, created_at_ms, revoked_at_ms, entitled, per_minute, per_day, granted, balance, charged";

export function createKeys(db: Database, reservations: Reservations): Keys {
  const keyOf = (row: KeyRow) => apiKeyOf(row, reservations);
  const byHash = db.prepare<[Uint8Array], KeyRow>(`SELECT ${columns} FROM api_keys WHERE secret_hash = ?`);
  const byId = db.prepare<[string], KeyRow>(`SELECT ${columns} FROM api_keys WHERE id = ?`);
  const all = db.prepare<[], KeyRow>(`SELECT ${columns} FROM api_keys ORDER BY created_at_ms, id`);
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

  return {
    create: (key) => whenFree(() => create.immediate(key)),
    async findByHash(secretHash) {
      const row = byHash.get(secretHash);
      return row === undefined ? undefined : keyOf(row);
    },
    async find(id) {
      const row = byId.get(id);
      return row === undefined ? undefined : keyOf(row);
    },
    list: async () => all.all().map(keyOf),
    revoke: (id, nowMs) => whenFree(() => revoke.run(nowMs, id).changes === 1),
  };
}

function apiKeyOf(row: KeyRow, reservations: Reservations): ApiKey {
  return {
    id: row.id,
    name: row.name,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms,
    entitled: row.entitled === 1,
    perMinute: row.per_minute,
    perDay: row.per_day,
    credits: reservations.creditsOf(row.id, row),
    charged: row.charged,
  };
}
