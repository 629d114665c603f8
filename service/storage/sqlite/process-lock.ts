import BetterSqlite from "better-sqlite3";
import { join } from "node:path";

/**
 * One serving process a data folder: request counters and claims live in its memory. The lock is one of the
 * operating system's, held through SQLite, so that it ends with the process however that ends.
 */
export function lockDataFolder(folder: string): { release(): void } | undefined {
  const db = new BetterSqlite(join(folder, "service.lock"), { timeout: 0 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
  } catch {
    db.close();
    return undefined;
  }
  return { release: () => db.close() };
}
