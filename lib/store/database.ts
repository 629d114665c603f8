import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { settings } from "../env.ts";
import { refuseMovedFolder } from "../moving/folder-state.ts";
import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

export type { Store } from "./store.ts";

/** One process writes; other processes may read, and an operator's command may write between. */
export function openStore(file: string): SqliteStore {
  if (file !== inMemory) refuseMovedFolder(path.dirname(file), "web");
  return new SqliteStore(file);
}

/** For tests: the same schema, in memory. */
export function openMemoryStore(): SqliteStore {
  return openStore(inMemory);
}

const inMemory = ":memory:";

// Next bundles routes, pages and instrumentation separately, so one connection is shared through a global.
const shared: typeof globalThis & { hirakuStore?: Store | undefined } = globalThis;

/** The web app's own store: owners, sessions, watches, purchases. */
export function store(): Store {
  if (shared.hirakuStore === undefined) {
    const { dataFolder: folder, databaseUrl } = settings();
    if (databaseUrl !== undefined) throw new Error("The store's database is opened by the start of the web app.");
    shared.hirakuStore = openFolderStore(folder);
  }
  return shared.hirakuStore;
}

/** The store in a data folder. Fails in words where it can't be used. */
export function openFolderStore(folder: string): SqliteStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An existing folder may be readable by others, and owned text is not encrypted.
  chmodSync(folder, 0o700);
  return openStore(path.join(/* turbopackIgnore: true */ folder, "web.db"));
}

/** Opens a database's store, which takes a connection; a file's is opened by its first use. */
export async function startStore(): Promise<void> {
  const { databaseUrl } = settings();
  if (databaseUrl !== undefined) shared.hirakuStore ??= await openDatabaseStore(databaseUrl);
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

export async function closeStore(): Promise<void> {
  const open = shared.hirakuStore;
  shared.hirakuStore = undefined;
  await open?.close();
}
