import { openDatabase } from "./database.ts";
import { migrate } from "./migrations.ts";

/** Copies a live store as it is at one instant, beside a service that goes on writing. */
export async function snapshot(from: string, to: string): Promise<void> {
  const db = openDatabase(from, { readonly: true });
  try {
    // One step: a copy in several begins anew whenever the service writes, and would never end beside a busy one.
    await db.backup(to, { progress: () => 1_000_000_000 });
  } finally {
    db.close();
  }
}

/** Brings a copy to this program's version and into one file, without a write-ahead log beside it. */
export function settleCopy(file: string): void {
  const db = openDatabase(file);
  try {
    migrate(db);
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.pragma("journal_mode = DELETE");
  } finally {
    db.close();
  }
}

/** Whether another process has the store open: leaving the write-ahead log needs it alone. */
export function isStoreInUse(file: string): boolean {
  const db = openDatabase(file, { busyTimeoutMs: 0 });
  try {
    db.pragma("journal_mode = DELETE");
    return false;
  } catch (error) {
    // A damaged file is nobody's: whoever restores over it need not wait for anyone.
    return error instanceof Error && "code" in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code));
  } finally {
    db.close();
  }
}
