import type { KeyRow } from "../rows/keys.ts";
import type { Database } from "./database.ts";

export const keyColumns =
  "id, name, created_at_ms, revoked_at_ms, entitled, per_minute, per_day, granted, balance, charged";

const rowCountMax = 10_000;

/**
 * Rows of keys by their hash, as they are in the store now. SQLite tells whether another connection has written
 * anything since; only then, or after a write of our own, is a row read anew. A revocation by another process therefore
 * takes effect at once, and a repeated key costs no query.
 */
export class KeyRows {
  readonly #version: () => unknown;
  readonly #select: (secretHash: Uint8Array) => KeyRow | undefined;
  readonly #rows = new Map<string, KeyRow>();
  #seenVersion: unknown;

  constructor(db: Database) {
    const version = db.prepare("PRAGMA data_version").pluck();
    const select = db.prepare<[Uint8Array], KeyRow>(`SELECT ${keyColumns} FROM api_keys WHERE secret_hash = ?`);
    this.#version = () => version.get();
    this.#select = (secretHash) => select.get(secretHash);
  }

  find(secretHash: Buffer): KeyRow | undefined {
    this.#forgetIfWritten();
    const name = secretHash.toString("latin1");
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const row = this.#select(secretHash);
    if (row === undefined) return undefined;
    if (this.#rows.size >= rowCountMax) this.#rows.clear();
    this.#rows.set(name, row);
    return row;
  }

  #forgetIfWritten(): void {
    const version = this.#version();
    if (version !== this.#seenVersion) this.#rows.clear();
    this.#seenVersion = version;
  }

  /** After every write of this connection to a key. */
  forget(): void {
    this.#rows.clear();
  }
}
