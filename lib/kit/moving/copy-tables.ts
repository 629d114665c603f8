import { z } from "zod";
import { type MovedTable, type MovingDatabase, quoted, type Row, type Value } from "./moved-table.ts";

const rowsAtOnceDefault = 500;
/** A statement may have this many values in SQLite, and twice as many in PostgreSQL. */
const valuesMax = 30_000;

export async function countRows(db: MovingDatabase, table: MovedTable): Promise<number> {
  const counted = table.on?.[db.engine]?.counted;
  const [row] = await db.rows(
    `SELECT count(*) AS count FROM ${counted === undefined ? sourceOf(db, table) : quoted(counted)} AS t`,
  );
  return Number(row?.["count"] ?? 0);
}

/** The names of tables that hold what this move has not carried. */
export async function filledTables(db: MovingDatabase, tables: readonly MovedTable[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, isSeeded } of tables) {
    if (isSeeded === true) continue;
    const rows = await db.rows(`SELECT 1 AS one FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

export async function* readRows(
  db: MovingDatabase,
  table: MovedTable,
  after?: readonly Value[],
): AsyncGenerator<Row[]> {
  const limit = table.rowsAtOnce ?? rowsAtOnceDefault;
  const { before = [], meaning } = table.on?.[db.engine] ?? {};
  for (const statement of before) await db.rows(statement);
  const key = keyOn(db, table);
  const order = key.map(quoted).join(", ");
  const columns = [...new Set([...table.columns, ...key])].map(quoted).join(", ");
  const select = `SELECT ${columns} FROM ${sourceOf(db, table)} AS t`;
  const beyond = ` WHERE (${order}) > (${key.map(() => "?").join(", ")})`;
  for (let last = after; ; ) {
    const rows = await db.rows(
      `${select}${last === undefined ? "" : beyond} ORDER BY ${order} LIMIT ${limit}`,
      last ?? [],
    );
    const end = rows.at(-1);
    if (end !== undefined) yield meaning === undefined ? rows : rows.map(meaning);
    if (end === undefined || rows.length < limit) return;
    last = placeOf(key, end);
  }
}

/** Goes on after the last rows that were carried; each batch is stored together with how far it has come. */
export async function copyTable(
  from: MovingDatabase,
  to: MovingDatabase,
  table: MovedTable,
  progress: Progress,
  onRows: (count: number) => void,
): Promise<void> {
  const known = await progress.of(table.name);
  if (known?.isDone === true) return;
  const key = keyOn(from, table);
  for await (const rows of readRows(from, table, known?.after)) {
    const end = rows.at(-1);
    if (end === undefined) continue;
    await to.transaction(async () => {
      await insertRows(to, table, rows);
      await progress.save(table.name, { after: placeOf(key, end), isDone: false });
    });
    onRows(rows.length);
  }
  await to.transaction(async () => {
    await numberOnwards(to, table);
    await progress.save(table.name, { after: known?.after ?? [], isDone: true });
  });
}

const keyOn = ({ engine }: MovingDatabase, { key, on }: MovedTable): readonly string[] => on?.[engine]?.key ?? key;

const placeOf = (key: readonly string[], row: Row): Value[] => key.map((column) => row[column] ?? null);

function sourceOf({ engine }: MovingDatabase, { name, on }: MovedTable): string {
  const from = on?.[engine]?.from;
  return from === undefined ? quoted(name) : `(${from})`;
}

async function insertRows(db: MovingDatabase, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const { besides = {}, split, splitColumns, put } = table.on?.[db.engine] ?? {};
  if (put !== undefined) return put(db, rows);
  const columns = splitColumns ?? table.columns;
  const fills = Object.entries(besides).flatMap(([name, filled]) => (filled === undefined ? [] : [{ name, filled }]));
  const names = [...columns, ...fills.map(({ name }) => name)].map(quoted).join(", ");
  const tuple = `(${[...columns.map(() => "?"), ...fills.map(({ filled }) => filled)].join(", ")})`;
  const own = split === undefined ? rows : rows.flatMap(split);
  // Numbers that an engine gives by itself are carried all the same.
  const given = db.engine === "postgres" && table.numberedBy !== undefined ? " OVERRIDING SYSTEM VALUE" : "";
  const instead =
    table.isSeeded === true ? ` ON CONFLICT (${table.key.map(quoted).join(", ")}) DO UPDATE SET ${updates(table)}` : "";
  const atOnce = Math.max(1, Math.floor(valuesMax / columns.length));
  for (let at = 0; at < own.length; at += atOnce) {
    const some = own.slice(at, at + atOnce);
    await db.rows(
      `INSERT INTO ${quoted(table.name)} (${names})${given} VALUES ${some.map(() => tuple).join(", ")}${instead}`,
      some.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
  }
}

const updates = ({ columns }: MovedTable): string =>
  columns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(", ");

/** SQLite continues after the highest number by itself. */
async function numberOnwards(db: MovingDatabase, { name, numberedBy }: MovedTable): Promise<void> {
  if (db.engine !== "postgres" || numberedBy === undefined) return;
  await db.rows(
    `SELECT setval(pg_get_serial_sequence(?, ?), greatest(1, coalesce((SELECT max(${quoted(numberedBy)}) FROM ${quoted(name)}), 1)))`,
    [quoted(name), numberedBy],
  );
}

interface TableProgress {
  readonly after: readonly Value[];
  readonly isDone: boolean;
}

const After = z.array(z.union([z.string(), z.number(), z.null()]));

/** How far each table has come, in the store that is filled: it can't say more than what is there. */
export class Progress {
  readonly #db: MovingDatabase;
  readonly #table: string;

  constructor(db: MovingDatabase, half: string) {
    this.#db = db;
    this.#table = progressTable(half);
  }

  async prepare(): Promise<void> {
    await this.#db.rows(
      `CREATE TABLE IF NOT EXISTS ${this.#table} (name text PRIMARY KEY, last_key text NOT NULL, done integer NOT NULL)`,
    );
  }

  async of(name: string): Promise<TableProgress | undefined> {
    const [row] = await this.#db.rows(`SELECT last_key, done FROM ${this.#table} WHERE name = ?`, [name]);
    if (row === undefined) return undefined;
    return { after: After.parse(JSON.parse(String(row["last_key"]))), isDone: Number(row["done"]) === 1 };
  }

  async save(name: string, { after, isDone }: TableProgress): Promise<void> {
    await this.#db.rows(
      `INSERT INTO ${this.#table} (name, last_key, done) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET last_key = excluded.last_key, done = excluded.done`,
      [name, JSON.stringify(after), isDone ? 1 : 0],
    );
  }

  async drop(): Promise<void> {
    await this.#db.rows(`DROP TABLE IF EXISTS ${this.#table}`);
  }
}

export const progressTable = (half: string): string => `${half}_move_progress`;
