import { readFileSync } from "node:fs";
import path from "node:path";
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

/** `table.column type` or `unique table (…)` and so on, of a store of SQLite, brought to this version. */
function schemaOfSqlite(db = new Database(":memory:")): string[] {
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

const earlier = (name: string) => readFileSync(path.join(import.meta.dirname, "../testing/earlier", name), "utf8");

test.each(["c35f934", "70c16338", "44ebe8a3"])("a file of %s becomes the same as a new one", (version) => {
  const db = new Database(":memory:");
  db.exec(earlier(`sqlite-${version}.sql`));
  db.prepare("insert into owners (owner_id, created_at) values ('ann', 1)").run();
  expect(schemaOfSqlite(db).sort()).toEqual(schemaOfSqlite().sort());
  expect(db.prepare("select owner_id, recovery_offer_at from owners").all()).toEqual([
    { owner_id: "ann", recovery_offer_at: 0 },
  ]);
});

/** Steps that the version after 44ebe8a3 recorded under their names in the list. */
const afterwards = `
  alter table artifacts add column search_behind bigint;
  insert into web_migrations values ('search-behind-1', 0);
`;

test.each([
  ["the first version", earlier("postgres-first.sql")],
  ["44ebe8a3", earlier("postgres-44ebe8a3.sql")],
  ["a version between", earlier("postgres-44ebe8a3.sql") + afterwards],
])("a database of %s becomes the same as a new one, and its next start has nothing to do", async (_name, sql) => {
  const [upgraded, fresh] = [await postgres.newDatabase(), await postgres.newDatabase()];
  await runSql(upgraded, sql);
  await runSql(upgraded, "insert into owners (owner_id, created_at) values ('ann', 1)");
  await open(upgraded).start();
  await open(fresh).start();
  expect((await schemaOfPostgres(upgraded)).sort()).toEqual((await schemaOfPostgres(fresh)).sort());
  const steps = () => runSql(upgraded, "select id, applied_at from web_migrations order by id");
  const after = await steps();
  await open(upgraded).start();
  expect(await steps()).toEqual(after);
  expect(await runSql(upgraded, "select owner_id, recovery_offer_at::int from owners")).toEqual([
    { owner_id: "ann", recovery_offer_at: 0 },
  ]);
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
