import Database from "better-sqlite3";

/** Copies of a SQLite store, the same for both programs. */

/** Copies a live store as it is at one instant, beside a program that goes on writing. */
export async function snapshot(from: string, to: string): Promise<void> {
  const store = new Database(from, { readonly: true, timeout: 10_000 });
  try {
    // One step: a copy in several begins anew with each write, and would never end beside a busy program.
    await store.backup(to, { progress: () => 1_000_000_000 });
  } finally {
    store.close();
  }
}

/** Brings a copy to the program's version and into one file, without a write-ahead log beside it. */
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

/** Whether another process has the store open: leaving the write-ahead log needs it alone. */
export function isStoreInUse(file: string): boolean {
  const store = new Database(file, { timeout: 0 });
  try {
    store.pragma("journal_mode = DELETE");
    return false;
  } catch (error) {
    // A damaged file is nobody's: whoever restores over it need not wait for anyone.
    return error instanceof Error && "code" in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code));
  } finally {
    store.close();
  }
}
