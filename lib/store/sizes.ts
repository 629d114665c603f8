import { statSync } from "node:fs";
import path from "node:path";
import type { Store } from "./store.ts";

/** With what is not yet checkpointed. */
export async function storeBytes(store: Store, dataFolder: string): Promise<number> {
  if (store.engine === "sqlite") {
    const sizeOf = (name: string) =>
      statSync(path.join(/* turbopackIgnore: true */ dataFolder, name), { throwIfNoEntry: false })?.size ?? 0;
    return sizeOf("web.db") + sizeOf("web.db-wal");
  }
  const row = await store.prepare<[], { bytes: number }>("select pg_database_size(current_database()) as bytes").get();
  return row?.bytes ?? 0;
}
