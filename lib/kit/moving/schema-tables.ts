import type { Database } from "better-sqlite3";
import type { MovedTable } from "./moved-table.ts";

/** The tables of a SQLite schema by their names, parents first, with what of each the schema does not say. */
export function schemaTables(
  db: Database,
  isCarried: (name: string) => boolean,
  details: Readonly<Record<string, Partial<MovedTable>>>,
): MovedTable[] {
  const names = db
    .prepare<[], string>("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .pluck()
    .all()
    .filter((name) => !name.startsWith("sqlite_") && isCarried(name));
  const ordered = new Set<string>();
  for (const name of names) addWithParents(db, name, ordered);
  return [...ordered].map((name) => tableOf(db, name, details[name]));
}

function addWithParents(db: Database, name: string, ordered: Set<string>): void {
  if (ordered.has(name)) return;
  const parents = db.prepare<[string], string>('select "table" from pragma_foreign_key_list(?)').pluck().all(name);
  for (const parent of parents) if (parent !== name) addWithParents(db, parent, ordered);
  ordered.add(name);
}

function tableOf(db: Database, name: string, details: Partial<MovedTable> = {}): MovedTable {
  const columns = db
    .prepare<[string], { name: string; type: string; pk: number }>("select name, type, pk from pragma_table_info(?)")
    .all(name)
    .filter((column) => details.on?.sqlite?.besides === undefined || !(column.name in details.on.sqlite.besides));
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const others = columns.filter(({ pk }) => pk === 0);
  const [number] = key;
  const isNumbered = key.length === 1 && number?.type === "INTEGER";
  return {
    name,
    columns: [...key, ...others].map((each) => each.name),
    key: key.map((each) => each.name),
    ...(isNumbered ? { numberedBy: number.name } : {}),
    ...details,
  };
}
