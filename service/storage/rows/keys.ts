import type { ApiKey } from "../account-ports.ts";

/** A key as both stores keep it. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
  readonly entitled: number;
  readonly per_minute: number;
  readonly per_day: number | null;
  readonly granted: number | null;
  readonly balance: number;
  readonly charged: number;
}

/** Each store knows reservations in its own way, and with them the rest. */
export function apiKeyOf(row: KeyRow, credits: ApiKey["credits"]): ApiKey {
  return {
    id: row.id,
    name: row.name,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms,
    entitled: row.entitled === 1,
    perMinute: row.per_minute,
    perDay: row.per_day,
    credits,
    charged: row.charged,
  };
}
