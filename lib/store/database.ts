import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { settings } from "../env.ts";
import { migrate } from "./migrations.ts";

/**
 * The web app's own store: owners, sessions, watches, purchases. One process writes, and every commit is synced to
 * disk.
 */
export type Store = Database.Database;

export function openStore(file: string): Store {
  const store = new Database(file);
  store.pragma("journal_mode = WAL");
  store.pragma("synchronous = FULL");
  store.pragma("foreign_keys = ON");
  store.pragma("busy_timeout = 5000");
  migrate(store);
  return store;
}

/** For tests: the same schema, in memory. */
export function openMemoryStore(): Store {
  return openStore(":memory:");
}

/** A statement, or whatever else is made of a store, that is made once for each store and not for each request. */
export function oncePerStore<T>(make: (of: Store) => T): (of: Store) => T {
  const made = new WeakMap<Store, { readonly value: T }>();
  return (of) => {
    const known = made.get(of) ?? { value: make(of) };
    made.set(of, known);
    return known.value;
  };
}

// Next bundles routes, pages and instrumentation separately, so one connection is shared through a global.
const shared: typeof globalThis & { hirakuStore?: Store | undefined } = globalThis;

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

/** Checkpoints and closes, so that the file alone is the whole store. */
export function closeStore(): void {
  shared.hirakuStore?.close();
  shared.hirakuStore = undefined;
}
