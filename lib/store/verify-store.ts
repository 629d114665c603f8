import Database from "better-sqlite3";
import { knownMigrationIds } from "./migrations.ts";

/** The result of checking the whole store of the web app: its pages, its ledger, the bodies it refers to. */
export interface StoreVerification {
  /** One line for each problem; empty where there is none. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of every body that was bought. */
  readonly requiredFiles: ReadonlySet<string>;
  /** The booked charge of each stored purchase by its idempotency key, where the charge is known. */
  readonly charges: ReadonlyMap<string, number>;
  /** Names of the secret versions under which values in the store are sealed. */
  readonly sealedUnder: ReadonlySet<string>;
}

interface Found {
  readonly problems: string[];
  readonly notes: string[];
  readonly counts: Record<string, number>;
  readonly requiredFiles: Set<string>;
  readonly charges: Map<string, number>;
  readonly sealedUnder: Set<string>;
}

const linesMax = 3;

/** Read in one transaction, while the web app may continue to write. */
export function verifyStore(file: string): StoreVerification {
  const found: Found = {
    problems: [],
    notes: [],
    counts: {},
    requiredFiles: new Set(),
    charges: new Map(),
    sealedUnder: new Set(),
  };
  let store: Database.Database | undefined;
  try {
    store = new Database(file, { readonly: true, timeout: 10_000 });
    const open = store;
    open.transaction(() => verifyOpen(open, found))();
  } catch (error) {
    found.problems.push(`the database can't be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    store?.close();
  }
  return found;
}

function verifyOpen(store: Database.Database, found: Found): void {
  const damage = store.prepare<[], string>("pragma quick_check").pluck().all();
  if (damage.length !== 1 || damage[0] !== "ok") {
    for (const line of damage.slice(0, linesMax)) {
      found.problems.push(`the database is damaged: ${String(line).replace(/\s+/g, " ").trim().slice(0, 200)}`);
    }
    return;
  }
  const applied = store.prepare<[], string>("select id from migrations").pluck().all().map(String);
  const newer = applied.filter((id) => !knownMigrationIds.includes(id));
  if (newer.length > 0) {
    found.problems.push(`the database was written by a newer version of hiraku (it holds ${newer.join(", ")})`);
    return;
  }
  if (knownMigrationIds.some((id) => !applied.includes(id))) {
    found.notes.push("the database is of an older version: only its pages were checked; the next start migrates it");
    return;
  }
  verifyPurchases(store, found);
  const count = (table: string) => Number(store.prepare(`select count(*) from ${table}`).pluck().get());
  Object.assign(found.counts, {
    owners: count("owners"),
    sessions: count("sessions"),
    purchases: count("artifacts"),
    ledgerEntries: count("ledger"),
  });
  for (const hash of store.prepare<[], string>(bodies).pluck().iterate()) found.requiredFiles.add(String(hash));
  for (const row of store.prepare<[], { key: string; credits: number }>(chargesByKey).iterate()) {
    found.charges.set(row.key, row.credits);
  }
  for (const { table, column } of sealedColumns(store)) {
    const values = store.prepare<[], string>(`select ${column} from ${table} where ${column} is not null`).pluck();
    for (const value of values.iterate()) found.sealedUnder.add(String(value).split(".")[1] ?? "");
  }
}

/** Checks that every stored purchase, and nothing else, has one body and one ledger entry of the same owner. */
function verifyPurchases(store: Database.Database, { problems }: Found): void {
  for (const { question, says } of rules) {
    const intents = store.prepare<[], string>(question).pluck().all();
    if (intents.length === 0) continue;
    const names = intents.slice(0, linesMax).join(", ");
    problems.push(
      `the ledger has drifted: ${intents.length} ${says} (${names}${intents.length > linesMax ? ", …" : ""})`,
    );
  }
  const foreign = store.pragma("foreign_key_check");
  if (Array.isArray(foreign) && foreign.length > 0) problems.push(`${foreign.length} rows refer to rows that are gone`);
}

const rules: readonly { readonly question: string; readonly says: string }[] = [
  {
    question: `select intent_id from intents where state = 'stored'
      and not exists (select 1 from ledger where ledger.intent_id = intents.intent_id)`,
    says: "stored purchases have no ledger entry",
  },
  {
    question: `select intent_id from intents where state = 'stored'
      and not exists (select 1 from artifacts where artifacts.intent_id = intents.intent_id)`,
    says: "stored purchases have lost what was bought",
  },
  {
    question: `select intent_id from ledger left join intents using (intent_id) where intents.state is not 'stored'`,
    says: "ledger entries belong to no stored purchase",
  },
  {
    question: `select intent_id from artifacts left join intents using (intent_id) where intents.state is not 'stored'`,
    says: "bought bodies belong to no stored purchase",
  },
  {
    question: `select intents.intent_id from intents join artifacts using (intent_id) join ledger using (intent_id)
      where intents.owner_id <> artifacts.owner_id or intents.owner_id <> ledger.owner_id`,
    says: "purchases have two owners",
  },
];

const bodies = "select sha256 from artifacts union select sha256 from replaced_bodies";

const chargesByKey = `
  select idempotency_key as key, sum(credits) as credits from intents join ledger using (intent_id)
  where state = 'stored' and credits is not null group by idempotency_key having count(*) = 1`;

/** Columns of sealed values are named `sealed_…`, which a test checks for every migration. */
export function sealedColumns(
  store: Database.Database,
): readonly { readonly table: string; readonly column: string }[] {
  return store
    .prepare<[], { table: string; column: string }>(
      `select tables.name as "table", columns.name as "column"
       from pragma_table_list as tables join pragma_table_info(tables.name) as columns
       where tables.schema = 'main' and tables.type = 'table' and columns.name like 'sealed\\_%' escape '\\'
       order by 1, 2`,
    )
    .all();
}
