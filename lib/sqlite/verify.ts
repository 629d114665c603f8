import Database from "better-sqlite3";

/** What a look at the whole of a store found: its pages, its ledger, and the files it can't do without. */
export interface StoreVerification {
  /** One line each; empty where all is well. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of the files that rows refer to and that nobody can make again. */
  readonly requiredFiles: ReadonlySet<string>;
  /** What was charged under each idempotency key, for the comparison of both ledgers; only where it is known. */
  readonly charges: ReadonlyMap<string, number>;
}

/** A verification under way. */
export interface Found extends StoreVerification {
  readonly problems: string[];
  readonly notes: string[];
  readonly counts: Record<string, number>;
  readonly requiredFiles: Set<string>;
  readonly charges: Map<string, number>;
}

/** What a program knows of its own store. */
export interface StoreChecks {
  /** Steps that the program does not know: a newer one wrote them. */
  unknownSteps(store: Database.Database): readonly string[];
  isMigrated(store: Database.Database): boolean;
  /** Its own rules, on a store that is whole and at the program's version. */
  verify(store: Database.Database, found: Found): void;
}

const damageLinesMax = 3;

/** Read in one transaction, beside a program that goes on writing. */
export function verifyStoreFile(file: string, checks: StoreChecks): StoreVerification {
  const found: Found = { problems: [], notes: [], counts: {}, requiredFiles: new Set(), charges: new Map() };
  let store: Database.Database | undefined;
  try {
    store = new Database(file, { readonly: true, timeout: 10_000 });
    const open = store;
    open.transaction(() => verifyOpen(open, checks, found))();
  } catch (error) {
    found.problems.push(`the database can't be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    store?.close();
  }
  return found;
}

function verifyOpen(store: Database.Database, checks: StoreChecks, found: Found): void {
  const damage = store.prepare<[], string>("PRAGMA quick_check").pluck().all();
  if (damage.length !== 1 || damage[0] !== "ok") {
    for (const line of damage.slice(0, damageLinesMax))
      found.problems.push(`the database is damaged: ${String(line).replace(/\s+/g, " ").trim().slice(0, 200)}`);
    return;
  }
  const newer = checks.unknownSteps(store);
  if (newer.length > 0) {
    found.problems.push(`the database was written by a newer version of hiraku (it holds ${newer.join(", ")})`);
    return;
  }
  if (!checks.isMigrated(store)) {
    found.notes.push("the database is of an older version: only its pages were checked; the next start migrates it");
    return;
  }
  checks.verify(store, found);
}

/** Reads `key` and `credits` of each row into the charges. */
export function addCharges(store: Database.Database, question: string, { charges }: Found): void {
  for (const { key, credits } of store.prepare<[], { key: string; credits: number }>(question).iterate())
    charges.set(key, credits);
}
