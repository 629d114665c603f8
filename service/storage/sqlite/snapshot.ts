import { openDatabase } from "./database.ts";
import { verifyLedger } from "./ledger-verify.ts";
import { migrate } from "./migrations.ts";

/** Copies a live store as it is at one instant. */
export async function snapshot(from: string, to: string): Promise<void> {
  const db = openDatabase(from, { readonly: true });
  try {
    // One step: a copy in several begins anew whenever the service writes, and would never end beside a busy one.
    await db.backup(to, { progress: () => 1_000_000_000 });
  } finally {
    db.close();
  }
}

/** What kept answers of a copy refer to. */
export function pinnedBlobs(file: string): Set<string> {
  const db = openDatabase(file, { readonly: true });
  try {
    const blobs = db.prepare<[], string>("SELECT DISTINCT blob FROM idempotent_responses WHERE blob IS NOT NULL");
    return new Set(blobs.pluck().all());
  } finally {
    db.close();
  }
}

/** Throws where a copy is damaged, is of a newer version, or its ledger has drifted. */
export function checkSnapshot(file: string): void {
  const db = openDatabase(file);
  try {
    const integrity = db.pragma("integrity_check", { simple: true });
    if (integrity !== "ok") throw new Error("The backup's store is damaged.");
    migrate(db);
    const { drifts } = verifyLedger(db);
    if (drifts.length > 0) throw new Error(`The backup's ledger has drifted: ${drifts[0]}`);
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.pragma("journal_mode = DELETE");
  } finally {
    db.close();
  }
}
