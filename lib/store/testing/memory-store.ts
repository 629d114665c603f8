import { SqliteStore } from "../sqlite/sqlite-store.ts";

let empty: Buffer | undefined;

/** A store in memory. Copying an empty one takes a tenth of making one. */
export function openMemoryStore(): SqliteStore {
  empty ??= new SqliteStore(":memory:").db.serialize();
  return new SqliteStore(empty);
}
