import { expect, onTestFinished, test } from "vitest";
import { runSql, servePostgres } from "../../../service/testing/database.ts";
import { differences } from "../../kit/moving/compare-tables.ts";
import { copyTable, Progress } from "../../kit/moving/copy-tables.ts";
import type { MovedTable, MovingDatabase } from "../../kit/moving/moved-table.ts";
import { openMovingPostgres } from "../../kit/moving/postgres.ts";
import { movingSqlite } from "../../kit/moving/sqlite.ts";
import { indexedWords, searchedWords } from "../../text/library-words.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import { joinWebApps } from "../postgres/presence.ts";
import type { Store } from "../store.ts";
import { fillEmptyTables, rowsOf } from "../testing/full-store.ts";
import { openMemoryStore } from "../testing/memory-store.ts";
import { openWebSide } from "./side.ts";
import { webTables, webTablesLeft } from "./tables.ts";

const postgres = servePostgres();

async function openDatabase() {
  const url = await postgres.newDatabase();
  const store = new PostgresStore(url);
  await store.start();
  const moving = await openMovingPostgres(url, "web");
  onTestFinished(async () => {
    await moving.close();
    await store.close();
  });
  return { url, store, moving };
}

type Columns = Map<string, string[]>;

function byTable(rows: readonly { readonly table: string; readonly name: string }[]): Columns {
  const columns: Columns = new Map();
  for (const { table, name } of rows) columns.set(table, [...(columns.get(table) ?? []), name].sort());
  return columns;
}

function sqliteColumns(): Columns {
  const { db } = openMemoryStore();
  return byTable(
    db
      .prepare<[], { table: string; name: string }>(
        `SELECT t.name AS "table", c.name FROM pragma_table_list t, pragma_table_info(t.name) c
         WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
      )
      .all(),
  );
}

async function postgresColumns(): Promise<Columns> {
  const { url } = await openDatabase();
  const rows = await runSql(
    url,
    `SELECT table_name AS "table", column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return byTable(rows.map((row) => ({ table: String(row["table"]), name: String(row["name"]) })));
}

test("every table and every column is carried, or its reason not to be is told", async () => {
  const carried = new Map(webTables(["sqlite", "postgres"]).map(({ name, columns }) => [name, [...columns].sort()]));
  const engines = [sqliteColumns(), await postgresColumns()];
  for (const found of engines) {
    const left = [...found.keys()].filter((name) => !carried.has(name));
    expect(left.filter((name) => webTablesLeft[name] === undefined)).toEqual([]);
    for (const [name, columns] of carried) {
      // The index of words is in a form of each engine's own.
      if (name !== "owned_words") expect([name, found.get(name)]).toEqual([name, columns]);
    }
  }
  const known = new Set(engines.flatMap((found) => [...found.keys()]));
  for (const name of Object.keys(webTablesLeft)) expect(known).toContain(name);
});

const texts = [
  "当社は2025年6月に配当を増やしました。ｶﾌﾞｼｷ会社",
  "Ünïcode and 葛\u{E0100}飾区 か\u3099 हिन्दी ไทยที่ ① 𠮷野",
  "",
  "配 当",
];
const questions = ["配当", "当", "葛飾", "हिन्दी", "ไทย", "𠮷", "2025年6月", "Ünïcode", "配"];

async function withTexts(store: Store): Promise<void> {
  for (const [at, text] of texts.entries()) {
    await store
      .prepare(
        `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
           credits_max, created_at, opened_at) values (@i, 'ann', 'u', 'k', @i, 0, 'k', 'ik', 'stored', 1, 1, 0, 0)`,
      )
      .run({ i: `i${at}` });
    await store
      .prepare(
        `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, sha256, byte_size, media_type,
           stored_at) values (@a, @i, 'ann', 'u', 'k', @i, 0, 'h', 1, 't', 0)`,
      )
      .run({ a: `a${at}`, i: `i${at}` });
    await store.words.put({ ownerId: "ann", artifactId: `a${at}`, words: indexedWords(text) });
  }
}

async function found(store: Store, question: string): Promise<string[]> {
  const { sql, values } = store.words.containing("ann", searchedWords(question));
  const rows = await store
    .prepare<string[], { artifact_id: string }>(`select artifact_id from artifacts where ${sql} order by 1`)
    .all(...values);
  return rows.map(({ artifact_id }) => artifact_id);
}

const answers = async (store: Store) =>
  Promise.all(questions.map(async (question) => [question, await found(store, question)]));

async function carry(from: MovingDatabase, to: MovingDatabase): Promise<readonly MovedTable[]> {
  const tables = webTables([from.engine, to.engine]);
  const progress = new Progress(to, "web");
  await progress.prepare();
  for (const table of tables) await copyTable(from, to, table, progress, () => {});
  await progress.drop();
  return tables;
}

test("all of it goes to a database, to another one and back, row for row, and differences are found", async () => {
  const home = openMemoryStore();
  await withTexts(home);
  fillEmptyTables(home.db);
  expect((await answers(home)).map(([, ids]) => ids?.length)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 2]);
  const [first, second] = [await openDatabase(), await openDatabase()];
  const there = movingSqlite(home.db);
  const tables = await carry(there, first.moving);
  expect(await differences(there, first.moving, tables, () => {})).toEqual([]);
  expect(await answers(first.store)).toEqual(await answers(home));
  const onwards = await carry(first.moving, second.moving);
  expect(await differences(first.moving, second.moving, onwards, () => {})).toEqual([]);
  const back = openMemoryStore();
  await carry(second.moving, movingSqlite(back.db));
  expect({ ...rowsOf(back.db), sqlite_sequence: [] }).toEqual({ ...rowsOf(home.db), sqlite_sequence: [] });
  expect(await answers(back)).toEqual(await answers(home));
  expect(Object.entries(rowsOf(back.db)).filter(([, rows]) => rows.length === 0)).toEqual([]);

  await first.moving.rows("UPDATE owned_words SET words = replace(words, '配当', '配分') WHERE artifact_id = 'a0'");
  await first.moving.rows(
    "UPDATE illustrations SET bytes = set_byte(bytes, 1, 254) WHERE name = (SELECT min(name) FROM illustrations)",
  );
  expect(await differences(there, first.moving, tables, () => {})).toEqual([
    "illustrations has other values in its 3 rows",
    "owned_words has other values in its 4 rows",
  ]);
});

test("a text in a database whose letters SQLite's index cuts otherwise can still be carried there", async () => {
  const { store, moving } = await openDatabase();
  await withTexts(store);
  await store.words.put({ ownerId: "ann", artifactId: "a2", words: "葛\u{E0100}飾 飾区 हि" });
  const back = openMemoryStore();
  const tables = await carry(moving, movingSqlite(back.db));
  expect(await differences(moving, movingSqlite(back.db), tables, () => {})).toEqual([]);
});

test("no web app runs beside a move of its database, and none can start meanwhile", async () => {
  const databaseUrl = await postgres.newDatabase();
  const running = await joinWebApps(databaseUrl);
  const side = await openWebSide({ data: "", databaseUrl });
  await side.prepare();
  await expect(side.exclude()).rejects.toThrow("is in use by web apps; stop them all first");
  await running.release();
  await expect.poll(() => side.exclude().then(() => "alone", String)).toBe("alone");
  await expect(joinWebApps(databaseUrl)).rejects.toThrow("held by a command");
  await side.admit();
  await side.close();
  await (await joinWebApps(databaseUrl)).release();
});
