import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { storeFile } from "./open-store.ts";
import { openDatabase } from "./sqlite/database.ts";
import { isMigrated } from "./sqlite/migrations.ts";

/** A new store is created quickly when it is opened. */
export function needsMigration(dataFolder: string): boolean {
  const file = storeFile(dataFolder);
  if (!existsSync(file)) return false;
  const db = openDatabase(file);
  try {
    return !isMigrated(db);
  } finally {
    db.close();
  }
}

/** A large store takes a minute, in which the event loop must answer that the service isn't ready. */
export function migrateStore(dataFolder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./migrate-worker.ts", import.meta.url), { workerData: storeFile(dataFolder) });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The store was not migrated (exit code ${code}).`));
    });
  });
}
