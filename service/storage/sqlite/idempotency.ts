import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import type { BlobPins, IdempotencyRecord, StoredResponse } from "../ports.ts";
import type { Database } from "./database.ts";

interface ResponseRow {
  fingerprint: Uint8Array;
  headers: string;
  body: Uint8Array | null;
  packed: number;
  blob: string | null;
}

const Headers = z.record(z.string(), z.string());

/** Longer answers are compressed: the body of a filing is a megabyte, kept for a month. */
const packedBytesMin = 4_096;

/** Expired answers removed in one go: a purge never holds the write lock for long. */
const purgeCountMax = 500;

export interface Idempotency {
  /** Inside the settling transaction. Fails where a live answer is stored already, and the charge with it. */
  store(keyId: string, record: IdempotencyRecord, nowMs: number): void;
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
    store(keyId, record, nowMs) {
      const { idempotencyKey, fingerprint, response, expiresAtMs } = record;
      const bytes = "bytes" in response.body ? response.body.bytes : null;
      const packs = bytes !== null && bytes.byteLength >= packedBytesMin;
      const body = packs ? zstdCompressSync(bytes) : bytes;
      const blob = "blob" in response.body ? response.body.blob : null;
      const row = {
        keyId,
        idempotencyKey,
        fingerprint,
        headers: JSON.stringify(response.headers),
        body,
        packed: packs ? 1 : 0,
        blob,
        nowMs,
        expiresAtMs,
      };
      if (insert.run(row).changes === 1) return;
      // An expired answer is replaced; for a valid one the insertion fails, and the charge with it.
      expire.run(row);
      if (insert.run(row).changes !== 1) throw new Error("An answer is kept under this idempotency key already.");
    },
    find(keyId, idempotencyKey, nowMs) {
      const row = select.get(keyId, idempotencyKey, nowMs);
      if (row === undefined) return undefined;
      const headers = Headers.parse(JSON.parse(row.headers));
      if (row.blob !== null) return { fingerprint: row.fingerprint, response: { headers, body: { blob: row.blob } } };
      const kept = row.body ?? new Uint8Array();
      const bytes = row.packed === 1 ? zstdDecompressSync(kept) : kept;
      return { fingerprint: row.fingerprint, response: { headers, body: { bytes } } };
    },
    purge: (nowMs) => purge.run(nowMs).changes,
  };
}

/** For whoever evicts blobs: one that an idempotent response refers to stays. */
export function createBlobPins(db: Database): BlobPins {
  const pinned = db.prepare("SELECT 1 FROM idempotent_responses WHERE blob = ? LIMIT 1").pluck();
  return { isPinned: async (blob) => pinned.get(blob) !== undefined };
}
