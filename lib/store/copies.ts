import Database from "better-sqlite3";
import { migrate } from "./migrations.ts";

/** Copies a store as it is at one instant, while the web app continues to write. */
export async function snapshot(from: string, to: string): Promise<void> {
  const store = new Database(from, { readonly: true, timeout: 10_000 });
  try {
    // Copied in one step, since a copy in several starts again whenever the app writes.
    await store.backup(to, { progress: () => 1_000_000_000 });
  } finally {
    store.close();
  }
}

/** Migrates a copy to this program's version and makes it a single file without a write-ahead log. */
export function settleCopy(file: string): void {
  const store = new Database(file);
  try {
    migrate(store);
    store.pragma("wal_checkpoint(TRUNCATE)");
    store.pragma("journal_mode = DELETE");
  } finally {
    store.close();
  }
}

/**
 * Whether another process has the store open. Switching off the write-ahead log, tried here, needs exclusive access.
 */
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
