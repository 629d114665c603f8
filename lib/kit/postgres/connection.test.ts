import { beforeAll, expect, onTestFinished, test } from "vitest";
import { servePostgres } from "../../../service/testing/database.ts";
import { connect } from "./connection.ts";

const postgres = servePostgres();
let url = "";
beforeAll(async () => {
  url = await postgres.newDatabase();
}, 180_000);

function connected() {
  const connections = connect(url);
  onTestFinished(() => connections.close());
  return connections;
}

const pids = "SELECT pg_backend_pid() AS pid, pg_current_xact_id()::text AS transaction";
interface Place {
  readonly pid: number;
  readonly transaction: string;
}

test("values come back as they were given, alone and in lists", async () => {
  const { quick } = connected();
  const texts = ['a "quoted" \\ text', "{,}", "", "null", "NULL", "円\n"];
  const bytes = [Buffer.from([0, 255, 92, 34]), Buffer.alloc(0)];
  const sql = `SELECT ?::text AS text, ?::bytea AS bytes, ?::bigint AS count, ?::int AS nothing, ?::text[] AS texts,
    ?::bytea[] AS list, ?::text[] AS gaps, ?::boolean AS flag`;
  const given = [texts[0], bytes[0], 2 ** 52, null, texts, bytes, ["a", null], true];
  for (let round = 0; round < 2; round++) {
    expect(await quick.row(sql, given)).toEqual({
      text: texts[0],
      bytes: bytes[0],
      count: 2 ** 52,
      nothing: null,
      texts,
      list: bytes,
      gaps: ["a", null],
      flag: true,
    });
  }
  await expect(quick.row("SELECT ?::text", [{ a: 1 }])).rejects.toThrow("A statement takes");
  expect(await quick.row("SELECT 1 AS one")).toEqual({ one: 1 });
});

test("what is asked together is one transaction on one connection, whether it was prepared before or not", async () => {
  const { quick, together } = connected();
  for (let round = 0; round < 3; round++) {
    const [first, second] = await together(() => Promise.all([quick.row<Place>(pids), quick.row<Place>(`${pids} `)]));
    expect(second).toEqual(first);
    const [third, fourth] = await Promise.all([quick.row<Place>(pids), quick.row<Place>(`${pids} `)]);
    expect(third?.transaction).not.toBe(fourth?.transaction);
  }
});

test("where one of several fails, it alone fails, and the others are done once", async () => {
  const { quick, durable, together } = connected();
  await durable.script("CREATE TABLE counted (id int PRIMARY KEY, n int NOT NULL)");
  const count = "INSERT INTO counted AS c VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET n = c.n + 1 RETURNING n";
  for (let round = 1; round <= 3; round++) {
    const [counted, failed, read] = await together(() =>
      Promise.allSettled([quick.row(count), quick.row("SELECT 1 / ?::int", [0]), quick.row("SELECT 2 AS two")]),
    );
    expect(counted).toEqual({ status: "fulfilled", value: { n: round } });
    expect(failed).toMatchObject({ status: "rejected", reason: { message: "division by zero" } });
    expect(read).toEqual({ status: "fulfilled", value: { two: 2 } });
  }
});

test("a statement that could not be prepared is prepared when it can", async () => {
  const { quick, durable, transaction } = connected();
  const sql = "SELECT name FROM later";
  await expect(quick.rows(sql)).rejects.toThrow("does not exist");
  await expect(transaction((db) => db.rows(sql))).rejects.toThrow("does not exist");
  await durable.script("CREATE TABLE later (name text); INSERT INTO later VALUES ('x')");
  expect(await quick.rows(sql)).toEqual([{ name: "x" }]);
  expect(await transaction((db) => db.rows(sql))).toEqual([{ name: "x" }]);
});

test("rows have the columns that they have now", async () => {
  const { durable, quick } = connected();
  await durable.script("CREATE TABLE widened (a int); INSERT INTO widened VALUES (1)");
  const all = "SELECT * FROM widened";
  expect(await quick.rows(all)).toEqual([{ a: 1 }]);
  await durable.script("ALTER TABLE widened ADD COLUMN b text DEFAULT 'new'");
  // The database refuses what was prepared before, once for a connection.
  await quick.rows(all).catch(() => {});
  expect(await quick.rows(all)).toEqual([{ a: 1, b: "new" }]);
});

test("a connection that breaks is told by its statement, and another one takes over", async () => {
  const { once, quick } = connected();
  const place = await once.row<Place>(pids);
  const broken = once.rows("SELECT pg_terminate_backend(pg_backend_pid())");
  await expect(broken).rejects.toThrow(/terminat/);
  expect((await once.row<Place>(pids))?.pid).not.toBe(place?.pid);
  expect(await quick.row("SELECT 1 AS one")).toEqual({ one: 1 });
});
