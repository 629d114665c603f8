import { z } from "zod";
import type { Store } from "./database.ts";

const Tables = z.array(z.object({ name: z.string(), wr: z.number() }));

/**
 * Whether the store can be read and written for real: a full or read-only disk still opens, and still answers reads.
 * Every table is asked for its newest row, since that is the one whose page nobody may have read yet.
 */
export function storeWorks(store: Store): boolean {
  try {
    writeForReal(store);
    for (const { name, wr } of Tables.parse(store.prepare("pragma table_list").all())) {
      if (name.startsWith("sqlite_") || name.includes('"')) continue;
      store.prepare(`select * from "${name}" ${wr === 1 ? "" : "order by rowid desc"} limit 1`).get();
    }
    return true;
  } catch {
    return false;
  }
}

/** The version as it is, written again: the page and its commit go to the disk, and nothing changes. */
function writeForReal(store: Store): void {
  const version = z.number().parse(store.pragma("user_version", { simple: true }));
  store.transaction(() => store.pragma(`user_version = ${version}`)).immediate();
}
