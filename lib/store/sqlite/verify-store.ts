import type { Database } from "better-sqlite3";
import { addCharges, type Found, verifyStoreFile } from "../../kit/sqlite/verify.ts";
import { knownMigrationIds } from "../migrations.ts";
import { bodiesInUse, chargesByKey, driftOf, purchaseRules, type WebStoreVerification } from "../verification.ts";

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
  for (const hash of store.prepare<[], string>(bodiesInUse).pluck().iterate()) found.requiredFiles.add(String(hash));
  addCharges(store, chargesByKey, found);
  for (const { table, column } of sealedColumns(store)) {
    const values = store.prepare<[], string>(`select ${column} from ${table} where ${column} is not null`).pluck();
    for (const value of values.iterate()) sealedUnder.add(String(value).split(".")[1] ?? "");
  }
}

/** Checks that every stored purchase, and nothing else, has one body and one ledger entry of the same owner. */
function verifyPurchases(store: Database, { problems }: Found): void {
  for (const { question, fault } of purchaseRules) {
    const drift = driftOf(fault, store.prepare<[], string>(question).pluck().all());
    if (drift !== undefined) problems.push(drift);
  }
  const foreign = store.pragma("foreign_key_check");
  if (Array.isArray(foreign) && foreign.length > 0) problems.push(`${foreign.length} rows refer to rows that are gone`);
}

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
