import { z } from "zod";
import { jstDate } from "../../../lib/contract/dates.ts";
import type { KeyDay, OperatorChange, OperatorKey } from "../operator-ports.ts";

const KeyRow = z.object({
  id: z.string(),
  name: z.string(),
  secret_hash: z.instanceof(Uint8Array),
  created_at_ms: z.number(),
  revoked_at_ms: z.number().nullable(),
});

export function readOperatorKey(row: unknown): OperatorKey {
  const { secret_hash, created_at_ms, revoked_at_ms, ...rest } = KeyRow.parse(row);
  return { ...rest, secretHash: secret_hash, createdAtMs: created_at_ms, revokedAtMs: revoked_at_ms };
}

const ChangeRow = z.object({
  id: z.string(),
  at_ms: z.number(),
  operator_key_id: z.string().nullable(),
  action: z.enum([
    "operator_key_made",
    "operator_key_revoked",
    "key_made",
    "key_revoked",
    "credits_granted",
    "tried_again",
  ]),
  subject: z.string(),
  detail: z.string(),
  address: z.string(),
});

export function readOperatorChange(row: unknown): OperatorChange {
  const { at_ms, operator_key_id, ...rest } = ChangeRow.parse(row);
  return { ...rest, atMs: at_ms, operatorKeyId: operator_key_id };
}

export function changeValues(change: OperatorChange): (string | number | null)[] {
  const { id, atMs, operatorKeyId, action, subject, detail, address } = change;
  return [id, atMs, operatorKeyId, action, subject, detail, address];
}

const UsageRow = z.object({ key_id: z.string(), day_number: z.number(), credits: z.number(), charges: z.number() });

export function readKeyDay(row: unknown): KeyDay {
  const { key_id, day_number, credits, charges } = UsageRow.parse(row);
  return { keyId: key_id, day: jstDate(day_number * dayMs - jstOffsetMs), credits, charges };
}

const RequestsRow = z.object({ key_id: z.string(), day_count: z.number() });

export function readRequests(rows: readonly unknown[]): Map<string, number> {
  return new Map(rows.map((row) => RequestsRow.parse(row)).map(({ key_id, day_count }) => [key_id, day_count]));
}

const dayMs = 86_400_000;
const jstOffsetMs = 32_400_000;
const chargesMax = 100_000;

const changeColumns = "id, at_ms, operator_key_id, action, subject, detail, address";

/** Statements of both engines. */
export const operatorSql = {
  keys: "SELECT id, name, secret_hash, created_at_ms, revoked_at_ms FROM operator_keys ORDER BY created_at_ms, id",
  createOperatorKey: "INSERT INTO operator_keys (id, name, secret_hash, created_at_ms) VALUES (?, ?, ?, ?)",
  revokeOperatorKey:
    "UPDATE operator_keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL RETURNING 1 AS one",
  revokeKey: "UPDATE api_keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL RETURNING 1 AS one",
  tryAgain:
    "UPDATE ingest_items SET attempts = 0, due_at_ms = ? WHERE key = ? AND state = 'set_aside' RETURNING 1 AS one",
  log: `INSERT INTO operator_changes (${changeColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING RETURNING 1 AS one`,
  changes: `SELECT ${changeColumns} FROM operator_changes ORDER BY number DESC LIMIT ?`,
  usage: `SELECT key_id, (at_ms + ${jstOffsetMs}) / ${dayMs} AS day_number, CAST(sum(credits) AS bigint) AS credits, count(*) AS charges
    FROM ledger_entries
    WHERE id > (SELECT coalesce(max(id), 0) - ${chargesMax} FROM ledger_entries) AND at_ms >= ? AND kind = 'charge'
    GROUP BY key_id, day_number ORDER BY key_id, day_number`,
  requests: "SELECT key_id, day_count FROM request_counters WHERE day = ?",
} as const;
