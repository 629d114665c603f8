import type { Database } from "better-sqlite3";
import { addCharges, type Found, type StoreVerification, verifyStoreFile } from "../../sqlite/verify.ts";
import { knownMigrationIds } from "../migrations.ts";

/** What a look at the whole of the web app's store found, and what opens it. */
export interface WebStoreVerification extends StoreVerification {
  /** Names of the secret versions that something in the store is sealed under. */
  readonly sealedUnder: ReadonlySet<string>;
}

const linesMax = 3;

/** Beside a web app that goes on writing. */
export function verifyStore(file: string): WebStoreVerification {
  const sealedUnder = new Set<string>();
  const found = verifyStoreFile(file, {
    unknownSteps: (store) => appliedIds(store).filter((id) => !knownMigrationIds.includes(id)),
    isMigrated(store) {
      const applied = appliedIds(store);
      return knownMigrationIds.every((id) => applied.includes(id));
    },
    verify: (store, all) => verifyOwn(store, all, sealedUnder),
  });
  return { ...found, sealedUnder };
}

function appliedIds(store: Database): string[] {
  return store.prepare<[], string>("select id from migrations").pluck().all().map(String);
}

function verifyOwn(store: Database, found: Found, sealedUnder: Set<string>): void {
  verifyPurchases(store, found);
  const count = (table: string) => Number(store.prepare(`select count(*) from ${table}`).pluck().get());
  Object.assign(found.counts, {
    owners: count("owners"),
    sessions: count("sessions"),
    purchases: count("artifacts"),
    ledgerEntries: count("ledger"),
  });
  for (const hash of store.prepare<[], string>(bodies).pluck().iterate()) found.requiredFiles.add(String(hash));
  addCharges(store, chargesByKey, found);
  for (const { table, column } of sealedColumns(store)) {
    const values = store.prepare<[], string>(`select ${column} from ${table} where ${column} is not null`).pluck();
    for (const value of values.iterate()) sealedUnder.add(String(value).split(".")[1] ?? "");
  }
}

/** Checks that every stored purchase, and nothing else, has one body and one ledger entry of the same owner. */
function verifyPurchases(store: Database, { problems }: Found): void {
  for (const { question, fault } of rules) {
    const intents = store.prepare<[], string>(question).pluck().all();
    if (intents.length === 0) continue;
    const names = intents.slice(0, linesMax).join(", ");
    problems.push(
      `the ledger has drifted: ${intents.length} ${fault} (${names}${intents.length > linesMax ? ", …" : ""})`,
    );
  }
  const foreign = store.pragma("foreign_key_check");
  if (Array.isArray(foreign) && foreign.length > 0) problems.push(`${foreign.length} rows refer to rows that are gone`);
}

const rules: readonly { readonly question: string; readonly fault: string }[] = [
  {
    question: `select intent_id from intents where state = 'stored'
      and not exists (select 1 from ledger where ledger.intent_id = intents.intent_id)`,
    fault: "stored purchases have no ledger entry",
  },
  {
    question: `select intent_id from intents where state = 'stored'
      and not exists (select 1 from artifacts where artifacts.intent_id = intents.intent_id)`,
    fault: "stored purchases have lost what was bought",
  },
  {
    question: `select intent_id from ledger left join intents using (intent_id) where intents.state is not 'stored'`,
    fault: "ledger entries belong to no stored purchase",
  },
  {
    question: `select intent_id from artifacts left join intents using (intent_id) where intents.state is not 'stored'`,
    fault: "bought bodies belong to no stored purchase",
  },
  {
    question: `select intents.intent_id from intents join artifacts using (intent_id) join ledger using (intent_id)
      where intents.owner_id <> artifacts.owner_id or intents.owner_id <> ledger.owner_id`,
    fault: "purchases have two owners",
  },
];

const bodies = "select sha256 from artifacts union select sha256 from replaced_bodies";

const chargesByKey = `
  select idempotency_key as key, sum(credits) as credits from intents join ledger using (intent_id)
  where state = 'stored' and credits is not null group by idempotency_key having count(*) = 1`;

/** Columns of sealed values are named `sealed_…`, which a test checks for every migration. */
export function sealedColumns(store: Database): readonly { readonly table: string; readonly column: string }[] {
  return store
    .prepare<[], { table: string; column: string }>(
      `select tables.name as "table", columns.name as "column"
       from pragma_table_list as tables join pragma_table_info(tables.name) as columns
       where tables.schema = 'main' and tables.type = 'table' and columns.name like 'sealed\\_%' escape '\\'
       order by 1, 2`,
    )
    .all();
}
