import { type Database, openDatabase } from "./database.ts";
import { verifyLedger } from "./ledger-verify.ts";
import { isMigrated, unknownSteps } from "./migrations.ts";

/** What a look at the whole store found: its pages, its ledger, and the files it can't do without. */
export interface StoreVerification {
  /** One line each; empty where all is well. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of the files that documents consist of and that kept answers repeat. */
  readonly requiredFiles: ReadonlySet<string>;
  /** What each idempotency key was charged, for the comparison with the web app's ledger. */
  readonly charges: ReadonlyMap<string, number>;
}

const damageLinesMax = 3;

/** Read in one transaction, beside a service that goes on writing. */
export function verifyStore(file: string): StoreVerification {
  const found = {
    problems: [] as string[],
    notes: [] as string[],
    counts: {} as Record<string, number>,
    requiredFiles: new Set<string>(),
    charges: new Map<string, number>(),
  };
  let db: Database | undefined;
  try {
    db = openDatabase(file, { readonly: true });
    const open = db;
    open.transaction(() => verifyOpen(open, found))();
  } catch (error) {
    found.problems.push(`the database can't be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    db?.close();
  }
  return found;
}

interface Found {
  readonly problems: string[];
  readonly notes: string[];
  readonly counts: Record<string, number>;
  readonly requiredFiles: Set<string>;
  readonly charges: Map<string, number>;
}

function verifyOpen(db: Database, found: Found): void {
  const damage = db.prepare<[], string>("PRAGMA quick_check").pluck().all();
  if (damage.length !== 1 || damage[0] !== "ok") {
    for (const line of damage.slice(0, damageLinesMax))
      found.problems.push(`the database is damaged: ${oneLine(line)}`);
    return;
  }
  const newer = unknownSteps(db);
  if (newer.length > 0) {
    found.problems.push(`the database was written by a newer version of hiraku (it holds ${newer.join(", ")})`);
    return;
  }
  if (!isMigrated(db)) {
    found.notes.push("the database is of an older version: only its pages were checked; the next start migrates it");
    return;
  }
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
  for (const row of db.prepare<[], { key: string; credits: number }>(chargesByKey).iterate()) {
    found.charges.set(row.key, row.credits);
  }
}

// A file with a maker can be made again; one that a kept answer repeats must be the same to the byte.
const requiredFiles = `
  SELECT blob FROM originals WHERE blob IS NOT NULL AND maker IS NULL
  UNION SELECT blob FROM images
  UNION SELECT blob FROM idempotent_responses WHERE blob IS NOT NULL`;

// A key that was charged anew after its retention tells nothing about one purchase.
const chargesByKey = `
  SELECT idempotency_key AS key, sum(credits) AS credits FROM ledger_entries
  WHERE kind = 'charge' AND idempotency_key IS NOT NULL GROUP BY idempotency_key HAVING count(*) = 1`;

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 200);
}
