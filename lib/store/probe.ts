import { z } from "zod";
import type { Store } from "./database.ts";

const Tables = z.array(z.object({ name: z.string(), wr: z.number() }));

/**
 * Whether the store can be read and written: a store on a full or read-only disk still opens and answers reads. The
 * newest row of every table is read, since its page may not have been read before.
 */
export function storeWorks(store: Store): boolean {
  try {
    testWrite(store);
    for (const { name, wr } of Tables.parse(store.prepare("pragma table_list").all())) {
      if (name.startsWith("sqlite_") || name.includes('"')) continue;
      store.prepare(`select * from "${name}" ${wr === 1 ? "" : "order by rowid desc"} limit 1`).get();
    }
    return true;
  } catch {
    return false;
  }
}

/** Writes the unchanged schema version again, so that a page and a commit go to disk. */
function testWrite(store: Store): void {
  const version = z.number().parse(store.pragma("user_version", { simple: true }));
  store.transaction(() => store.pragma(`user_version = ${version}`)).immediate();
}
