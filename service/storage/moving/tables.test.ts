import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MovedTable } from "../../../lib/kit/moving/moved-table.ts";
import { runSql, servePostgres } from "../../testing/database.ts";
import { openStore } from "../open-store.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { isSearch, serviceTables, tablesLeft } from "./tables.ts";

const postgres = servePostgres();

type Columns = Map<string, string[]>;

function sqliteColumns(): Columns {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-tables-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = openStore(folder);
  const rows = store.db
    .prepare<[], { table: string; name: string }>(
      `SELECT t.name AS "table", c.name FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .all();
  store.close();
  return byTable(rows);
}

async function postgresColumns(): Promise<Columns> {
  const url = await postgres.newDatabase();
  const store = await openPostgres({ url, dataFolder: tmpdir() });
  await store.close();
  const rows = await runSql(
    url,
    `SELECT table_name AS "table", column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return byTable(rows.map((row) => ({ table: String(row["table"]), name: String(row["name"]) })));
}

function byTable(rows: readonly { readonly table: string; readonly name: string }[]): Columns {
  const columns: Columns = new Map();
  for (const { table, name } of rows) columns.set(table, [...(columns.get(table) ?? []), name].sort());
  return columns;
}

const engines = [
  ["sqlite", async () => sqliteColumns()],
  ["postgres", postgresColumns],
] as const;

describe.each(engines)("on %s", (engine, columnsOf) => {
  test("every table and every column is carried, or its reason not to be is told", async () => {
    const found = await columnsOf();
    const columnsIn = ({ columns, on }: MovedTable) => {
      const { splitColumns = columns, besides = {} } = on?.[engine] ?? {};
      return [...splitColumns, ...Object.keys(besides)].sort();
    };
    const carried = new Map(serviceTables().map((table) => [table.name, columnsIn(table)]));
    const left = [...found.keys()].filter((name) => !carried.has(name) && !isSearch(name));
    expect(left.filter((name) => tablesLeft[name] === undefined)).toEqual([]);
    for (const [name, columns] of carried) expect([name, found.get(name)]).toEqual([name, columns]);
  });
});

test("nothing is named that no engine has", async () => {
  const known = new Set([...sqliteColumns().keys(), ...(await postgresColumns()).keys()]);
  for (const name of Object.keys(tablesLeft)) expect(known).toContain(name);
});
