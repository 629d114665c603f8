import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { StoreSizes } from "../store.ts";
import type { Database } from "./database.ts";

export function createSizes(db: Database, folder: string): StoreSizes {
  // Rows are added at the end and purged from the beginning, so their number follows from the ids.
  const kept = db.prepare<[], number>("SELECT coalesce(max(id) - min(id) + 1, 0) FROM idempotent_responses").pluck();
  return {
    async bytes() {
      const files = readdirSync(folder).filter((name) => /^service\.db(?:-wal)?$/.test(name));
      return Object.fromEntries(files.map((name) => [name, sizeOf(join(folder, name))]));
    },
    keptAnswers: async () => kept.get() ?? 0,
  };
}

function sizeOf(path: string): number {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found?.size ?? 0;
}
