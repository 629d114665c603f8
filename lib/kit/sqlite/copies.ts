import Database from "better-sqlite3";

/** Copies of a SQLite store, the same for both programs. */

/** Copies a store as it is at one instant, while a program continues to write. */
export async function snapshot(from: string, to: string): Promise<void> {
  const store = new Database(from, { readonly: true, timeout: 10_000 });
  try {
    // Copied in one step: a copy in several starts again with each write, and might never end.
    await store.backup(to, { progress: () => 1_000_000_000 });
  } finally {
    store.close();
  }
}

/** Migrates a copy to the program's version and makes it a single file without a write-ahead log. */
export function settleCopy(file: string, migrate: (store: Database.Database) => unknown): void {
  const store = new Database(file, { timeout: 10_000 });
  try {
    migrate(store);
    store.pragma("wal_checkpoint(TRUNCATE)");
    store.pragma("journal_mode = DELETE");
  } finally {
    store.close();
  }
}

/** Switching off the write-ahead log, tried here, needs exclusive access. */
export function isStoreInUse(file: string): boolean {
  const store = new Database(file, { timeout: 0 });
  try {
    store.pragma("journal_mode = DELETE");
    return false;
  } catch (error) {
    // A damaged file is not in use, and may be replaced.
    return error instanceof Error && "code" in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code));
  } finally {
    store.close();
  }
}
