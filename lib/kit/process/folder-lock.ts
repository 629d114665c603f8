import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";

export interface FolderLock {
  release(): void;
}

/**
 * Lets one process at a time use a folder. The lock is the operating system's, held through SQLite: it ends with the
 * process however that ends, it belongs to the file and not to its path (a link to the folder is the same folder), and
 * it needs no process id, which could later belong to another process.
 */
export function lockFolder(folder: string, name: string): FolderLock | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  const database = new BetterSqlite(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isHeldByAnother(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

function isHeldByAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
