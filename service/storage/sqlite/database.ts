import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite from "better-sqlite3";

export type Database = BetterSqlite.Database;

export interface DatabaseOptions {
  readonly readonly?: boolean;
  /**
   * `full` syncs every commit: what was acknowledged survives a power cut. `normal` leaves the sync to the next
   * full commit or checkpoint: only for writes that may be lost, such as reservations and request counters.
   */
  readonly durability?: "full" | "normal";
  /** How long a statement waits, blocking the thread, for another process's write. 0 with `whenFree` on an event loop. */
  readonly busyTimeoutMs?: number;
}

const defaultBusyTimeoutMs = 10_000;
/** The file is read where the system has it in memory: reading a row costs no call of the system. */
const mappedBytesMax = 268_435_456;

export function openDatabase(file: string, options: DatabaseOptions = {}): Database {
  const readonly = options.readonly ?? false;
  if (!readonly && file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new BetterSqlite(file, { readonly, timeout: options.busyTimeoutMs ?? defaultBusyTimeoutMs });
  if (!readonly) {
    db.pragma("journal_mode = WAL");
    db.pragma(`synchronous = ${options.durability === "normal" ? "NORMAL" : "FULL"}`);
  }
  db.pragma("foreign_keys = ON");
  db.pragma("temp_store = MEMORY");
  db.pragma(`mmap_size = ${mappedBytesMax}`);
  db.pragma("cache_size = -16384");
  return db;
}

/** Gives back what a connection has in memory of its file; the next reads take it from there again. */
export function giveBackPages(db: Database): void {
  if (!db.open || db.inTransaction) return;
  db.pragma("shrink_memory");
  db.pragma("mmap_size = 0");
  db.pragma(`mmap_size = ${mappedBytesMax}`);
}
