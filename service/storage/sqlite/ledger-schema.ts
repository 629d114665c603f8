import type { Migration } from "./migration.ts";

/**
 * Keys with their credits, the ledger, and the answers kept for idempotency keys. `granted` is null for a key without a
 * cap; then balance stays 0 and only `charged` is kept. The check constraints ensure that no code can overdraw a key or
 * lose a credit unnoticed.
 */
export const ledgerMigrations: readonly Migration[] = [
  {
    id: "ledger-001",
    apply: `
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        secret_hash BLOB NOT NULL UNIQUE,
        created_at_ms INTEGER NOT NULL,
        revoked_at_ms INTEGER,
        entitled INTEGER NOT NULL CHECK (entitled IN (0, 1)),
        per_minute INTEGER NOT NULL CHECK (per_minute > 0),
        per_day INTEGER CHECK (per_day > 0),
        granted INTEGER,
        balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
        charged INTEGER NOT NULL DEFAULT 0 CHECK (charged >= 0),
        CHECK (granted IS NULL AND balance = 0 OR granted = balance + charged)
      ) STRICT;

      -- Rows are only ever added, and read as a whole: an index would cost every charge and serve nobody.
      CREATE TABLE ledger_entries (
        id INTEGER PRIMARY KEY,
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge')),
        credits INTEGER NOT NULL CHECK (credits > 0),
        at_ms INTEGER NOT NULL,
        endpoint TEXT,
        request_id TEXT,
        idempotency_key TEXT
      ) STRICT;

      CREATE TABLE idempotent_responses (
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        idempotency_key TEXT NOT NULL,
        fingerprint BLOB NOT NULL,
        headers TEXT NOT NULL,
        body BLOB,
        blob TEXT,
        stored_at_ms INTEGER NOT NULL,
        expires_at_ms INTEGER NOT NULL,
        PRIMARY KEY (key_id, idempotency_key),
        CHECK ((body IS NULL) <> (blob IS NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotent_responses_by_blob ON idempotent_responses (blob) WHERE blob IS NOT NULL;
      CREATE INDEX idempotent_responses_by_expiry ON idempotent_responses (expires_at_ms);

      CREATE TABLE request_counters (
        key_id TEXT PRIMARY KEY REFERENCES api_keys (id),
        minute INTEGER NOT NULL,
        minute_count INTEGER NOT NULL,
        day TEXT NOT NULL,
        day_count INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Written by the readiness check and by nothing else.
      CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at_ms INTEGER NOT NULL) STRICT;
    `,
  },
  {
    id: "ledger-002",
    apply: "ALTER TABLE idempotent_responses ADD COLUMN packed INTEGER NOT NULL DEFAULT 0 CHECK (packed IN (0, 1))",
  },
  {
    // Rows are added at the end, in the order in which they expire: a large answer is written once and moves no other,
    // and a purge looks at the beginning.
    id: "ledger-003",
    apply: `
      CREATE TABLE kept_responses (
        id INTEGER PRIMARY KEY,
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        idempotency_key TEXT NOT NULL,
        fingerprint BLOB NOT NULL,
        stored_at_ms INTEGER NOT NULL,
        expires_at_ms INTEGER NOT NULL,
        headers TEXT NOT NULL,
        blob TEXT,
        packed INTEGER NOT NULL CHECK (packed IN (0, 1)),
        body BLOB,
        UNIQUE (key_id, idempotency_key),
        CHECK ((body IS NULL) <> (blob IS NULL))
      ) STRICT;
      INSERT INTO kept_responses
        (key_id, idempotency_key, fingerprint, stored_at_ms, expires_at_ms, headers, blob, packed, body)
        SELECT key_id, idempotency_key, fingerprint, stored_at_ms, expires_at_ms, headers, blob, packed, body
        FROM idempotent_responses ORDER BY expires_at_ms;
      DROP TABLE idempotent_responses;
      ALTER TABLE kept_responses RENAME TO idempotent_responses;
      CREATE INDEX idempotent_responses_by_blob ON idempotent_responses (blob) WHERE blob IS NOT NULL;
    `,
  },
  {
    // The counts of a day lie together, so that a key's total is one short walk.
    id: "ledger-004",
    apply: `
      CREATE TABLE quote_failures (
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        day TEXT NOT NULL,
        document_id TEXT NOT NULL,
        failures INTEGER NOT NULL CHECK (failures > 0),
        PRIMARY KEY (key_id, day, document_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE delivered_texts (
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        document_id TEXT NOT NULL,
        -- Eight bytes of the SHA-256 of each section's own text, one after the other.
        hashes BLOB NOT NULL CHECK (length(hashes) % 8 = 0),
        PRIMARY KEY (key_id, document_id)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: "ledger-standing-phrases",
    apply: `
      CREATE TABLE standing_phrases (
        id TEXT PRIMARY KEY,
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        phrase TEXT NOT NULL,
        folded TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        UNIQUE (key_id, folded)
      ) STRICT;
      -- How many a key made on a day, ended ones too.
      CREATE TABLE standing_days (
        key_id TEXT NOT NULL REFERENCES api_keys (id),
        day TEXT NOT NULL,
        made INTEGER NOT NULL,
        PRIMARY KEY (key_id, day)
      ) STRICT;
      -- Sections as [[section id, passages], …].
      CREATE TABLE standing_matches (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        phrase_id TEXT NOT NULL,
        key_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        sections TEXT NOT NULL,
        matched_at_ms INTEGER NOT NULL,
        UNIQUE (phrase_id, document_id)
      ) STRICT;
      CREATE INDEX standing_matches_by_key ON standing_matches (key_id, number);
    `,
  },
];
