import { randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { readDatabaseState } from "../../kit/moving/database-state.ts";
import { refuseMoved } from "../../kit/moving/folder-state.ts";
import type { MovingDatabase } from "../../kit/moving/moved-table.ts";
import type { Queries } from "../../kit/postgres/connection.ts";
import { migrations } from "../migrations.ts";
import { earlierSteps, stepsDoneBy } from "./earlier-steps.ts";
import { forPostgres } from "./translate.ts";

const oldestMajor = 15;
const migrationLock = 4_710_011;

/** Brings the database to this program's version in one transaction. Processes that start at once take turns. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const note = (error: Error) => (broken = error);
  client.on("error", note);
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    refuseMoved("The web app's database", await readDatabaseState(rowsOf(client), "web"));
    await refuseUnfit(client);
    await applyDue(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(note);
    throw error;
  } finally {
    client.off("error", note);
    client.release(broken);
  }
}

/** With the values of a move's own statements. */
function rowsOf(client: PoolClient): MovingDatabase["rows"] {
  return async (sql, values = []) => (await client.query({ text: sql.replace("?", "$1"), values: [...values] })).rows;
}

async function applyDue(client: PoolClient): Promise<void> {
  await client.query("create table if not exists web_migrations (id text primary key, applied_at bigint not null)");
  const { rows } = await client.query<{ id: string }>("select id from web_migrations");
  const applied = new Set(rows.map(({ id }) => id));
  const unknown = unknownIn(applied);
  if (unknown.length > 0) {
    throw new Error(`The web app's database was written by a newer version (it holds ${unknown.join(", ")}).`);
  }
  const record = (id: string) =>
    client.query("insert into web_migrations (id, applied_at) values ($1, $2)", [id, Date.now()]);
  for (const id of stepsDoneBy(applied)) {
    applied.add(id);
    await record(id);
  }
  for (const { id, sql, postgres = "" } of migrations) {
    if (applied.has(id)) continue;
    await client.query(forPostgres(`${sql}\n${postgres}`));
    await record(id);
  }
  await client.query("insert into installation (id, mark) values (1, $1) on conflict (id) do nothing", [
    randomBytes(16).toString("hex"),
  ]);
}

async function refuseUnfit(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; tables: string[] }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       current_setting('server_encoding') as encoding,
       array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace
         and relkind in ('r', 'p') order by 1) as tables`,
  );
  const [found] = rows;
  if (found === undefined || found.version < oldestMajor) {
    throw new Error(`The web app's database is PostgreSQL ${found?.version}; hiraku needs ${oldestMajor} or later.`);
  }
  if (found.encoding !== "UTF8") {
    throw new Error(`The web app's database is encoded in ${found.encoding}; hiraku needs UTF8.`);
  }
  if (found.tables.length > 0 && !found.tables.includes("web_migrations")) {
    const some = found.tables.slice(0, 3).join(", ");
    throw new Error(
      `The web app's database holds something else (${some}${found.tables.length > 3 ? ", …" : ""}): give the web app a database of its own.`,
    );
  }
}

export async function isMigrated(db: Queries): Promise<boolean> {
  const rows = await db.rows<{ id: string }>("select id from web_migrations");
  const applied = new Set(rows.map(({ id }) => id));
  return migrations.every(({ id }) => applied.has(id)) && unknownIn(applied).length === 0;
}

/** Steps that were applied by a newer version. */
function unknownIn(applied: ReadonlySet<string>): string[] {
  const known = new Set([...earlierSteps, ...migrations.map(({ id }) => id)]);
  return [...applied].filter((id) => !known.has(id));
}
