import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { settings } from "../env.ts";
import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

export type { Store } from "./store.ts";

/** One process writes; other processes may read, and an operator's command may write between. */
export function openStore(file: string): SqliteStore {
  return new SqliteStore(file);
}

/** For tests: the same schema, in memory. */
export function openMemoryStore(): SqliteStore {
  return openStore(":memory:");
}

// Next bundles routes, pages and instrumentation separately, so one connection is shared through a global.
const shared: typeof globalThis & { hirakuStore?: Store | undefined } = globalThis;

/** The web app's own store: owners, sessions, watches, purchases. */
export function store(): Store {
  if (shared.hirakuStore === undefined) {
    const folder = settings().dataFolder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // An existing folder may be readable by others, and owned text is not encrypted.
    chmodSync(folder, 0o700);
    shared.hirakuStore = openStore(path.join(/* turbopackIgnore: true */ folder, "web.db"));
  }
  return shared.hirakuStore;
}

export async function closeStore(): Promise<void> {
  const open = shared.hirakuStore;
  shared.hirakuStore = undefined;
  await open?.close();
}
