import { addCharges, type Found, verifyStoreFile } from "../../../lib/kit/sqlite/verify.ts";
import {
  chargesByKey,
  type LiveKey,
  type LiveKeyRow,
  liveKeys,
  liveKeysOf,
  requiredFiles,
  type ServiceStoreVerification,
} from "../rows/verification.ts";
import type { Database } from "./database.ts";
import { verifyLedger } from "./ledger-verify.ts";
import { isMigrated, unknownSteps } from "./migrations.ts";

/** A look at the whole store, beside a service that goes on writing. */
export function verifyStore(file: string): ServiceStoreVerification {
  let keys: ReadonlyMap<string, LiveKey> = new Map();
  const found = verifyStoreFile(file, {
    unknownSteps: (db) => unknownSteps(db),
    isMigrated: (db) => isMigrated(db),
    verify(db, all) {
      verifyOwn(db, all);
      keys = liveKeysOf(db.prepare<[], LiveKeyRow>(liveKeys).iterate());
    },
  });
  return { ...found, liveKeys: keys };
}

function verifyOwn(db: Database, found: Found): void {
  const ledger = verifyLedger(db);
  for (const drift of ledger.drifts) found.problems.push(`the ledger has drifted: ${drift}`);
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  Object.assign(found.counts, {
    documents: count("documents"),
    news: count("news"),
    keys: ledger.keys,
    ledgerEntries: ledger.entries,
    keptAnswers: count("idempotent_responses"),
  });
  for (const blob of db.prepare<[], string>(requiredFiles).pluck().iterate()) found.requiredFiles.add(blob);
  addCharges(db, chargesByKey, found);
}
