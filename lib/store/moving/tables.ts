import type { Database } from "better-sqlite3";
import type { Engine, MovedTable } from "../../kit/moving/moved-table.ts";
import { openMemoryStore } from "../database.ts";
import { ownedWords } from "./words.ts";

/** Everything that the web app's store holds, parents first, as its schema has it. */
export function webTables(engines: readonly [from: Engine, to: Engine]): readonly MovedTable[] {
  const { db } = openMemoryStore();
  try {
    const names = db
      .prepare<[], string>("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
      .pluck()
      .all()
      .filter((name) => !name.startsWith("sqlite_") && webTablesLeft[name] === undefined);
    const ordered = new Set<string>();
    for (const name of names) addWithParents(db, name, ordered);
    return [...[...ordered].map((name) => tableOf(db, name)), ownedWords(engines)];
  } finally {
    db.close();
  }
}

function addWithParents(db: Database, name: string, ordered: Set<string>): void {
  if (ordered.has(name)) return;
  const parents = db.prepare<[string], string>('select "table" from pragma_foreign_key_list(?)').pluck().all(name);
  for (const parent of parents) if (parent !== name) addWithParents(db, parent, ordered);
  ordered.add(name);
}

function tableOf(db: Database, name: string): MovedTable {
  const columns = db
    .prepare<[string], { name: string; type: string; pk: number }>("select name, type, pk from pragma_table_info(?)")
    .all(name);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const others = columns.filter(({ pk }) => pk === 0);
  const [number] = key;
  const isNumbered = key.length === 1 && number?.type === "INTEGER";
  const rowsAtOnce = largeRows[name];
  return {
    name,
    columns: [...key, ...others].map((each) => each.name),
    key: key.map((each) => each.name),
    ...(isNumbered ? { numberedBy: number.name } : {}),
    ...(rowsAtOnce === undefined ? {} : { rowsAtOnce }),
  };
}

/** How many rows of large values are carried at once. */
const largeRows: Readonly<Record<string, number>> = {
  ...{ receipts: 200, artifacts: 200, document_cards: 100, illustrations: 20, artifact_figures: 20 },
  ...{ answers: 50, dossiers: 50, checks: 20 },
};

/** Not carried, and why. */
export const webTablesLeft: Readonly<Record<string, string>> = {
  migrations: "each engine has steps of its own",
  web_migrations: "each engine has steps of its own",
  probe: "the readiness check writes it anew",
  installation: "carried as what the house is, with the files that hold it beside SQLite",
  signing_keys: "carried as what the house is: a database has them sealed, a data folder in a file",
  claims: "leases of processes, of which none runs",
  sign_in_checks: "what is being checked, of which there is none",
  sign_in_networks: "wrong keys of the last minute",
  owned_word_rows: "numbers the rows of owned_words, which the engine does anew",
};
