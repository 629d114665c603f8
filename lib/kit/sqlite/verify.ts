import Database from "better-sqlite3";

/** The result of checking a whole store: its pages, its ledger, and the files it needs. */
export interface StoreVerification {
  /** One line for each problem; empty where there is none. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of the files that rows refer to and that can't be generated again. */
  readonly requiredFiles: ReadonlySet<string>;
  /** The known charge of each idempotency key, to compare both ledgers. */
  readonly charges: ReadonlyMap<string, number>;
}

export interface Found extends StoreVerification {
  readonly problems: string[];
  readonly notes: string[];
  readonly counts: Record<string, number>;
  readonly requiredFiles: Set<string>;
  readonly charges: Map<string, number>;
}

export interface StoreChecks {
  /** Steps unknown to this program, which a newer one wrote. */
  unknownSteps(store: Database.Database): readonly string[];
  isMigrated(store: Database.Database): boolean;
  /** Checks the program's own rules, on an undamaged store of the program's version. */
  verify(store: Database.Database, found: Found): void;
}

const damageLinesMax = 3;

/** Read in one transaction, while a program may continue to write. */
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
  if (store.prepare("select 1 from sqlite_schema limit 1").get() === undefined) {
    found.counts["tables"] = 0;
    found.notes.push("the database is empty, as after a first start that was cut off: the next start makes its tables");
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
