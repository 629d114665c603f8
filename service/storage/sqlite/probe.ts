import type { StoreProbe } from "../ports.ts";
import { whenFree } from "./busy.ts";
import type { Database } from "./database.ts";
import { isMigrated } from "./migrations.ts";

/** Reads and writes for real: a full or read-only disk still opens, and still answers reads. */
export function createProbe(db: Database): StoreProbe {
  return {
    async check() {
      return { store: await storeCheck(db), migrations: migrationsCheck(db) };
    },
  };
}

async function storeCheck(db: Database): Promise<string> {
  try {
    await whenFree(() => {
      db.exec("INSERT INTO probe (id, at_ms) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET at_ms = at_ms + 1");
    });
    db.prepare("SELECT at_ms FROM probe").get();
    return "ok";
  } catch {
    return "failed";
  }
}

function migrationsCheck(db: Database): string {
  try {
    return isMigrated(db) ? "ok" : "pending";
  } catch {
    return "failed";
  }
}
