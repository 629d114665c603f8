import type { Migration } from "./migration.ts";

export const operatorMigrations: readonly Migration[] = [
  {
    id: "operator-001",
    apply: `
      -- Apart from api_keys, so that no request of the interface can ever find one.
      CREATE TABLE operator_keys (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        secret_hash BLOB NOT NULL UNIQUE,
        created_at_ms INTEGER NOT NULL,
        revoked_at_ms INTEGER
      ) STRICT;
      CREATE TABLE operator_changes (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        operator_key_id TEXT,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL,
        address TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER operator_changes_stay BEFORE UPDATE ON operator_changes
        BEGIN SELECT RAISE(ABORT, 'operator_changes is append-only'); END;
      CREATE TRIGGER operator_changes_last BEFORE DELETE ON operator_changes
        BEGIN SELECT RAISE(ABORT, 'operator_changes is append-only'); END;
    `,
  },
];
