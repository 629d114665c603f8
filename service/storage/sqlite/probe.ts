import type { StoreProbe } from "../ports.ts";
import { unpackText } from "../rows/text-codec.ts";
import type { Database } from "./database.ts";
import { isMigrated } from "./migrations.ts";
import { write } from "./writes.ts";

/**
 * Actually reads and writes, since a store on a full or read-only disk still opens and answers reads. The newest row of
 * every part is read, since its pages may not have been read before.
 */
export function createProbe(db: Database): StoreProbe {
  return {
    async check() {
      const migrations = checkedNow(() => isMigrated(db));
      return {
        store: await checked(() => writeAndRead(db)),
        migrations: migrations === "failed" ? "failed" : migrations === "no" ? "pending" : "ok",
        catalog: migrations === "ok" ? await checked(async () => readCatalog(db)) : "unknown",
        ledger: migrations === "ok" ? await checked(async () => readLedger(db)) : "unknown",
        search: migrations === "ok" ? await checked(async () => readSearchIndex(db)) : "unknown",
      };
    },
  };
}

async function checked(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "ok";
  } catch {
    return "failed";
  }
}

function checkedNow(question: () => boolean): "ok" | "no" | "failed" {
  try {
    return question() ? "ok" : "no";
  } catch {
    return "failed";
  }
}

async function writeAndRead(db: Database): Promise<void> {
  await write(db, () => {
    db.exec("INSERT INTO probe (id, at_ms) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET at_ms = at_ms + 1");
  });
  db.prepare("SELECT at_ms FROM probe").get();
}

function readCatalog(db: Database): void {
  db.prepare("SELECT * FROM documents ORDER BY doc DESC LIMIT 1").get();
  db.prepare("SELECT * FROM news ORDER BY news DESC LIMIT 1").get();
  db.prepare("SELECT * FROM issuers LIMIT 1").get();
  const text = db
    .prepare<[], Uint8Array>("SELECT markdown FROM section_texts ORDER BY text DESC LIMIT 1")
    .pluck()
    .get();
  if (text !== undefined) unpackText(text);
}

function readLedger(db: Database): void {
  db.prepare("SELECT * FROM api_keys ORDER BY rowid DESC LIMIT 1").get();
  db.prepare("SELECT * FROM ledger_entries ORDER BY id DESC LIMIT 1").get();
  const headers = db
    .prepare<[], string>("SELECT headers FROM idempotent_responses ORDER BY id DESC LIMIT 1")
    .pluck()
    .get();
  if (headers !== undefined) JSON.parse(headers);
}

function readSearchIndex(db: Database): void {
  for (const index of ["body", "news"]) {
    const state = db.prepare(`SELECT * FROM search_${index}_state WHERE id = 1`).get();
    if (state === undefined) throw new Error(`The index of ${index} has no state.`);
    db.prepare(`SELECT * FROM search_${index}_passage ORDER BY passage DESC LIMIT 1`).get();
    db.prepare(`SELECT * FROM search_${index}_block ORDER BY block DESC LIMIT 1`).get();
  }
}
