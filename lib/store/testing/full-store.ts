import type { Database } from "better-sqlite3";
import { webTablesLeft } from "../moving/tables.ts";

/** Columns that only take certain words. */
const words: Readonly<Record<string, string>> = {
  "agent_tokens.scope": "spend",
  "agent_tasks.state": "open",
  "agent_approvals.state": "asked",
  "answers.state": "done",
  "updates.event": "published",
  "deliveries.state": "waiting",
  "daily_mails.state": "confirmed",
  "daily_mails.locale": "ja",
  "daily_mails.outcome": "sent",
  "key_pauses.scope": "all",
  "intents.state": "unknown",
  "intents.kind": "pages",
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  /** Its place in the key, or 0. */
  readonly pk: number;
}

interface Reference {
  readonly from: string;
  readonly table: string;
  readonly to: string;
}

/** Three rows in every table that has none, so that whatever is added to the schema is in the tests that compare. */
export function fillEmptyTables(db: Database, sealed = "s1.of-no-secret.a.b"): void {
  for (const table of tablesOf(db)) fill(db, table, sealed);
}

/** What it refers to first. */
function fill(db: Database, table: string, sealed: string): void {
  if (db.prepare(`select 1 from "${table}" limit 1`).get() !== undefined) return;
  const columns = db.prepare<[string], Column>("select * from pragma_table_info(?)").all(table);
  const references = db
    .prepare<[string], Reference>('select "from", "table", "to" from pragma_foreign_key_list(?)')
    .all(table);
  for (const reference of references) fill(db, reference.table, sealed);
  const put = db.prepare(`insert into "${table}" values (${columns.map(() => "?").join(", ")})`);
  for (let row = 0; row < 3; row++) {
    put.run(
      columns.map((column) => {
        const to = references.find(({ from }) => from === column.name);
        if (column.name.startsWith("sealed_")) return sealed;
        return to === undefined ? valueOf(table, column, row) : keyIn(db, to, row);
      }),
    );
  }
}

function keyIn(db: Database, { table, to }: Reference, row: number): unknown {
  return db.prepare(`select "${to}" from "${table}" order by 1 limit 1 offset ?`).pluck().get(row) ?? null;
}

function valueOf(table: string, { name, type, notnull, pk }: Column, row: number): unknown {
  const word = words[`${table}.${name}`];
  if (word !== undefined) return word;
  if (row === 2 && notnull === 0) return null;
  if (type === "INTEGER" && pk > 0) return row + 1;
  // Many are flags.
  if (type === "INTEGER") return row === 1 && name.endsWith("_at") ? 1_769_000_000_123 : row % 2;
  if (type === "REAL") return row / 3;
  if (type === "BLOB") return Buffer.from([0, 255, row, 10, 13]);
  return `${name} ${row}: 「配当'"\\$1 ?」 🍣`;
}

/** Tables that a move carries, and any that nobody has thought of; the shadows of an index are not among them. */
function tablesOf(db: Database): string[] {
  return db
    .prepare<[], string>("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .pluck()
    .all()
    .filter((name) => !name.startsWith("sqlite_") && webTablesLeft[name] === undefined);
}

/** Every row of every table as text, and the index as terms in their places. */
export function rowsOf(db: Database): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const table of [...tablesOf(db), "sqlite_sequence"]) {
    const rows = db.prepare<[], Record<string, unknown>>(`select * from "${table}"`).all();
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  db.exec("create virtual table if not exists temp.terms using fts5vocab(main, owned_words, 'instance')");
  found["owned_words"] = db
    .prepare<[], Record<string, unknown>>(
      'select artifact_id, owner_id, term, "offset" from temp.terms join owned_word_rows on row_id = doc',
    )
    .all()
    .map((row) => JSON.stringify(row))
    .sort();
  db.exec("drop table temp.terms");
  return found;
}
