import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { refuseMovedFolder } from "../kit/moving/folder-state.ts";
import type { Settings } from "../settings.ts";
import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

export type { Store } from "./store.ts";

type StorePlace = Pick<Settings, "dataFolder" | "databaseUrl">;

/** One process writes; other processes may read, and an operator's command may write between. */
export function openStore(file: string): SqliteStore {
  refuseMovedFolder(path.dirname(file), "web");
  return new SqliteStore(file);
}

/** The store in a data folder. Fails in words where it can't be used. */
export function openFolderStore(folder: string): SqliteStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An existing folder may be readable by others, and owned text is not encrypted.
  chmodSync(folder, 0o700);
  return openStore(path.join(/* turbopackIgnore: true */ folder, "web.db"));
}

export async function openAppStore({ dataFolder, databaseUrl }: StorePlace): Promise<Store> {
  return databaseUrl === undefined ? openFolderStore(dataFolder) : openDatabaseStore(databaseUrl);
}

/** The driver is loaded where a database is set. Fails in words where the database can't be used. */
export async function openDatabaseStore(url: string): Promise<Store> {
  const { PostgresStore } = await import("./postgres/postgres-store.ts");
  const opened = new PostgresStore(url);
  try {
    await opened.start();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}
