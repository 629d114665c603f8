import type { BlobPins, IdempotentAnswer, StoredResponse } from "../ports.ts";
import { packResponse, unpackResponse } from "../rows/kept-responses.ts";
import type { Database } from "./database.ts";

interface ResponseRow {
  fingerprint: Uint8Array;
  headers: string;
  body: Uint8Array | null;
  packed: number;
  blob: string | null;
}

/** Expired answers removed in one go: a purge never holds the write lock for long. */
const purgeCountMax = 500;

export interface Idempotency {
  /** Inside the settling transaction. Fails where a live answer is stored already, and the charge with it. */
  store(answer: IdempotentAnswer, nowMs: number): void;
  find(
    keyId: string,
    idempotencyKey: string,
    nowMs: number,
  ): { fingerprint: Uint8Array; response: StoredResponse } | undefined;
  purge(nowMs: number): number;
}

export function createIdempotency(db: Database): Idempotency {
  const insert = db.prepare(`
    INSERT INTO idempotent_responses
      (key_id, idempotency_key, fingerprint, headers, body, packed, blob, stored_at_ms, expires_at_ms)
    VALUES (@keyId, @idempotencyKey, @fingerprint, @headers, @body, @packed, @blob, @nowMs, @expiresAtMs)
    ON CONFLICT (key_id, idempotency_key) DO NOTHING`);
  const expire = db.prepare(`
    DELETE FROM idempotent_responses
    WHERE key_id = @keyId AND idempotency_key = @idempotencyKey AND expires_at_ms <= @nowMs`);
  const select = db.prepare<[string, string, number], ResponseRow>(`
    SELECT fingerprint, headers, body, packed, blob FROM idempotent_responses
    WHERE key_id = ? AND idempotency_key = ? AND expires_at_ms > ?`);
  // Rows lie in the order in which they expire: only the oldest need a look.
  const purge = db.prepare(`
    DELETE FROM idempotent_responses WHERE expires_at_ms <= ? AND id IN
      (SELECT id FROM idempotent_responses ORDER BY id LIMIT ${purgeCountMax})`);

  return {
    store({ claim: { keyId, idempotencyKey, fingerprint }, response, expiresAtMs }, nowMs) {
      const { packed, ...kept } = packResponse(response);
      const row = { keyId, idempotencyKey, fingerprint, ...kept, packed: packed ? 1 : 0, nowMs, expiresAtMs };
      if (insert.run(row).changes === 1) return;
      // An expired answer is replaced; for a valid one the insertion fails, and the charge with it.
      expire.run(row);
      if (insert.run(row).changes !== 1) throw new Error("An answer is kept under this idempotency key already.");
    },
    find(keyId, idempotencyKey, nowMs) {
      const row = select.get(keyId, idempotencyKey, nowMs);
      if (row === undefined) return undefined;
      return { fingerprint: row.fingerprint, response: unpackResponse({ ...row, packed: row.packed === 1 }) };
    },
    purge: (nowMs) => purge.run(nowMs).changes,
  };
}

/** For whoever evicts blobs: one that an idempotent response refers to stays. */
export function createBlobPins(db: Database): BlobPins {
  const pinned = db.prepare("SELECT 1 FROM idempotent_responses WHERE blob = ? LIMIT 1").pluck();
  return { isPinned: async (blob) => pinned.get(blob) !== undefined };
}
