import BetterSqlite from "better-sqlite3";
import { type Database, openDatabase } from "../sqlite/database.ts";
import { migrate } from "../sqlite/migrations.ts";

let template: Buffer | undefined;

/** A store in memory without a row. Its tables are made once for all tests of a process; each has a copy. */
export function openEmptyStore(): Database {
  template ??= migrated();
  const db = new BetterSqlite(template);
  db.pragma("foreign_keys = ON");
  return db;
}

function migrated(): Buffer {
  const db = openDatabase(":memory:");
  migrate(db);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
