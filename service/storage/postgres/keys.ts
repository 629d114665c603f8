import { jstDate, jstDayEndMs } from "../../../lib/contract/dates.ts";
import type { Connections, Queries } from "../../../lib/kit/postgres/connection.ts";
import type { ApiKey, Counted, CountedKeys, Keys, NewApiKey } from "../account-ports.ts";
import { apiKeyOf, type KeyRow } from "../rows/keys.ts";

interface KeyWithReserved extends KeyRow {
  readonly reserved: number;
}

const columns =
  "id, name, created_at_ms, revoked_at_ms, entitled, per_minute, per_day, granted, balance, reserved, charged";

export function createKeys({ durable, once, quick }: Connections): Keys {
  const keyBy = async (condition: string, value: unknown): Promise<ApiKey | undefined> => {
    const row = await quick.row<KeyWithReserved>(`SELECT ${columns} FROM api_keys WHERE ${condition} = ?`, [value]);
    return row === undefined ? undefined : keyOf(row);
  };
  return {
    create: (key) => insertKey(once, key),
    findByHash: (secretHash) => keyBy("secret_hash", secretHash),
    find: (id) => keyBy("id", id),
    async list() {
      return (await quick.rows<KeyWithReserved>(`SELECT ${columns} FROM api_keys ORDER BY created_at_ms, id`)).map(
        keyOf,
      );
    },
    async revoke(id, nowMs) {
      const rows = await durable.rows(
        "UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ? RETURNING 1",
        [nowMs, id],
      );
      return rows.length === 1;
    },
  };
}

export async function insertKey(db: Queries, key: NewApiKey): Promise<void> {
  const { id, name, secretHash, createdAtMs, entitled, perMinute, perDay, credits } = key;
  await db.rows(
    `WITH made AS (
       INSERT INTO api_keys (id, name, secret_hash, created_at_ms, entitled, per_minute, per_day, granted, balance)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id, granted, created_at_ms)
     INSERT INTO ledger_entries (key_id, kind, credits, at_ms)
     SELECT id, 'grant', granted, created_at_ms FROM made WHERE granted > 0`,
    [id, name, secretHash, createdAtMs, entitled ? 1 : 0, perMinute, perDay, credits, credits ?? 0],
  );
}

const minuteMs = 60_000;
const rememberedCountMax = 10_000;

interface CountedRow extends KeyWithReserved {
  readonly minute_count: number;
  readonly day_count: number;
  readonly counted: boolean;
}

/** Found and counted in one statement, so that a limit, a balance and a revocation hold over all processes at once. */
export function createCountedKeys({ quick, together }: Connections): CountedKeys {
  const valid = new Set<string>();
  return {
    async find(secretHash, nowMs) {
      const minute = Math.floor(nowMs / minuteMs);
      const day = jstDate(nowMs);
      const row = await quick.row<CountedRow>("SELECT * FROM count_request(?, ?, ?)", [secretHash, minute, day]);
      const name = secretHash.toString("latin1");
      if (row === undefined) {
        valid.delete(name);
        return undefined;
      }
      if (valid.size >= rememberedCountMax) valid.clear();
      valid.add(name);
      return { key: keyOf(row), counted: countedOf(row, minute, jstDayEndMs(day)) };
    },
    ahead: { wasValid: (secretHash) => valid.has(secretHash.toString("latin1")), together },
    flush: async () => {},
  };
}

function countedOf(row: CountedRow, minute: number, dayEndMs: number): Counted {
  const { per_minute: perMinute, per_day: perDay, minute_count, day_count, counted } = row;
  const isOverDay = perDay !== null && day_count > perDay;
  return {
    verdict: !counted ? "over_rate" : isOverDay ? "over_day" : "within",
    minute: {
      limit: perMinute,
      remaining: Math.max(0, perMinute - minute_count),
      resetAtMs: (minute + 1) * minuteMs,
    },
    day:
      perDay === null ? undefined : { limit: perDay, remaining: Math.max(0, perDay - day_count), resetAtMs: dayEndMs },
  };
}

function keyOf(row: KeyWithReserved): ApiKey {
  const { granted, balance, reserved } = row;
  return apiKeyOf(row, granted === null ? null : { granted, balance, reserved });
}
