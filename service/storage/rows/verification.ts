import type { StoreVerification } from "../../../lib/kit/sqlite/verify.ts";

/** A file with a maker can be made again; one that a kept answer repeats must be the same to the byte. */
export const requiredFiles = `
  SELECT blob FROM originals WHERE blob IS NOT NULL AND maker IS NULL
  UNION SELECT blob FROM images
  UNION SELECT blob FROM idempotent_responses WHERE blob IS NOT NULL`;

/** Keys that open something. */
export const liveKeys = `
  SELECT id, secret_hash AS hash, CASE WHEN granted IS NULL THEN NULL ELSE balance END AS balance FROM api_keys
  WHERE revoked_at_ms IS NULL AND entitled = 1`;

export interface LiveKeyRow {
  readonly id: string;
  readonly hash: Uint8Array;
  readonly balance: number | null;
}

export interface LiveKey {
  readonly id: string;
  /** Null: unlimited. */
  readonly balance: number | null;
}

/** Live keys by the hash that is stored of each, in hex. */
export interface ServiceStoreVerification extends StoreVerification {
  readonly liveKeys: ReadonlyMap<string, LiveKey>;
}

export function liveKeysOf(rows: Iterable<LiveKeyRow>): Map<string, LiveKey> {
  return new Map(Array.from(rows, ({ id, hash, balance }) => [Buffer.from(hash).toString("hex"), { id, balance }]));
}

/** A key that was charged again after its retention can't be compared with a single purchase. */
export const chargesByKey = `
  SELECT idempotency_key AS key, CAST(sum(credits) AS bigint) AS credits FROM ledger_entries
  WHERE kind = 'charge' AND idempotency_key IS NOT NULL GROUP BY idempotency_key HAVING count(*) = 1`;
