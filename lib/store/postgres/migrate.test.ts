import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { runSql, servePostgres } from "../../../service/testing/database.ts";
import { migrate } from "../migrations.ts";
import { PostgresStore } from "./postgres-store.ts";

const postgres = servePostgres();

function open(url: string): PostgresStore {
  const store = new PostgresStore(url);
  onTestFinished(() => store.close());
  return store;
}

test("processes that start at once make the schema once, and all can work", async () => {
  const url = await postgres.newDatabase();
  const stores = Array.from({ length: 5 }, () => open(url));
  await Promise.all(stores.map((store) => store.start()));
  await Promise.all(stores.map((store) => store.probe()));
  expect(await runSql(url, "select count(*)::int as marks from installation")).toEqual([{ marks: 1 }]);
});

/** What only one engine has. */
const apart = /^(?:installation|owned_words|owned_word_rows|probe|signing_keys|web_migrations|migrations)(?:_|\.| |$)/;
const kinds: Readonly<Record<string, string>> = {
  INTEGER: "bigint",
  TEXT: "text",
  BLOB: "bytea",
  REAL: "double precision",
};

/** `table.column type` or `unique table (…)` and so on, of a store of SQLite at this version. */
function schemaOfSqlite(): string[] {
  const db = new Database(":memory:");
  migrate(db);
  const tables = db.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all();
  const found = tables.flatMap((table) => [
    ...db
      .prepare<[string], { name: string; type: string; notnull: number; pk: number; dflt_value: string | null }>(
        "select * from pragma_table_info(?)",
      )
      .all(table)
      .map((each) => `${table}.${each.name} ${kinds[each.type]} ${each.notnull + each.pk > 0} ${each.dflt_value}`),
    ...db
      .prepare<[string], string>("select name from pragma_index_list(?) where origin = 'c'")
      .pluck()
      .all(table)
      .map((name) => `${name} index`),
    ...db
      .prepare<[string], string>("select name from pragma_index_list(?) where origin <> 'c'")
      .pluck()
      .all(table)
      .map((name) => `${table} unique ${columnsOf(db, name)}`),
    ...db
      .prepare<[string], string>(
        "select \"from\" || ' ' || \"table\" || ' ' || on_delete from pragma_foreign_key_list(?)",
      )
      .pluck()
      .all(table)
      .map((key) => `${table} refers ${key}`),
  ]);
  return found.filter((each) => !apart.test(each) && !each.startsWith("sqlite_"));
}

const columnsOf = (db: Database.Database, index: string): string =>
  db
    .prepare<[string], string>(
      "select group_concat(name, ',') from (select name from pragma_index_info(?) order by seqno)",
    )
    .pluck()
    .get(index) ?? "";

async function schemaOfPostgres(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || (is_nullable = 'NO') || ' '
         || coalesce(column_default, 'null') as told
       from information_schema.columns where table_schema = 'public'
     union all select indexname || ' index' from pg_indexes
       where schemaname = 'public' and indexname not in (select conname from pg_constraint)
     union all select conrelid::regclass || ' unique ' || (select string_agg(attname, ',' order by place)
         from unnest(conkey) with ordinality as k (key, place) join pg_attribute on attrelid = conrelid and attnum = key)
       from pg_constraint where contype in ('p', 'u') and connamespace = 'public'::regnamespace
     union all select conrelid::regclass || ' refers ' || attname || ' ' || confrelid::regclass || ' '
         || case confdeltype when 'c' then 'CASCADE' else 'NO ACTION' end
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`,
  );
  return rows.map(({ told }) => String(told)).filter((each) => !apart.test(each));
}

/** An integer key of SQLite's is the row's own number and no index. */
const numbers = ["ledger unique entry_id", "updates unique update_id", "update_sources unique seq"];

test("the database has every table, column, key and index of SQLite's store; its texts are in the order of bytes", async () => {
  const url = await postgres.newDatabase();
  await open(url).start();
  const here = (await schemaOfPostgres(url)).filter((each) => !numbers.includes(each));
  const there = schemaOfSqlite();
  expect(there.length).toBeGreaterThan(300);
  expect(here.sort()).toEqual(there.sort());
  const texts = await runSql(
    url,
    `select table_name, column_name from information_schema.columns where table_schema = 'public'
       and table_name <> 'web_migrations' and (data_type = 'text' or data_type = 'ARRAY') and collation_name is distinct from 'C'`,
  );
  expect(texts).toEqual([]);
});

test("a database of something else, of a newer version or in another encoding is refused in words", async () => {
  const foreign = await postgres.newDatabase();
  await runSql(foreign, "create table accounts (id int)");
  await expect(open(foreign).start()).rejects.toThrow("holds something else (accounts): give the web app a database");

  const newer = await postgres.newDatabase();
  await open(newer).start();
  await runSql(newer, "insert into web_migrations values ('tables-99', 0)");
  await expect(open(newer).start()).rejects.toThrow("written by a newer version (it holds tables-99)");

  await runSql(foreign, "create database latin encoding 'LATIN1' locale 'C' template template0");
  const latin = foreign.replace(/\/[^/]*$/, "/latin");
  await expect(open(latin).start()).rejects.toThrow("encoded in LATIN1; hiraku needs UTF8");
});
