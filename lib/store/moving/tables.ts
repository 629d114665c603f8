import type { Engine, MovedTable } from "../../kit/moving/moved-table.ts";
import { schemaTables } from "../../kit/moving/schema-tables.ts";
import { SqliteStore } from "../sqlite/sqlite-store.ts";
import { ownedWords } from "./words.ts";

/** Everything that the web app's store holds, parents first, as its schema has it. */
export function webTables(engines: readonly [from: Engine, to: Engine]): readonly MovedTable[] {
  const { db } = new SqliteStore(":memory:");
  try {
    return [...schemaTables(db, (name) => webTablesLeft[name] === undefined, largeRows), ownedWords(engines)];
  } finally {
    db.close();
  }
}

/** How many rows of large values are carried at once. */
const largeRows: Readonly<Record<string, Partial<MovedTable>>> = {
  ...{ receipts: atOnce(200), artifacts: atOnce(200), document_cards: atOnce(100), illustrations: atOnce(20) },
  ...{ artifact_figures: atOnce(20), answers: atOnce(50), dossiers: atOnce(50), checks: atOnce(20) },
};

function atOnce(rowsAtOnce: number): Partial<MovedTable> {
  return { rowsAtOnce };
}

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
