import { randomBytes } from "node:crypto";
import type { Connections, Queries } from "../../../lib/kit/postgres/connection.ts";
import { type SchemaStep, schemaSteps, sqlOn } from "../schema-steps.ts";
import { type PostgresMigration, postgresMigrations } from "./schema.ts";

const oldestMajor = 15;
const migrationLock = 4_710_003;

const migrationsWith = (steps: readonly SchemaStep[]): readonly PostgresMigration[] => [
  ...postgresMigrations,
  ...steps.map((step) => ({ id: step.id, sql: sqlOn("postgres", step) })),
];

const migrations = migrationsWith(schemaSteps);

/** Brings the database to this program's version. Processes that start at once take turns. */
export async function migrate({ transaction }: Connections, steps = schemaSteps): Promise<string[]> {
  return transaction(async (db) => {
    await refuseOld(db);
    await db.rows("SELECT pg_advisory_xact_lock(?)", [migrationLock]);
    await db.rows("CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied_at_ms bigint NOT NULL)");
    const applied = new Set(await appliedIds(db));
    const wanted = migrationsWith(steps);
    const unknown = unknownIn(applied, wanted);
    if (unknown.length > 0) {
      throw new Error(`The database was written by a newer version of hiraku (it holds ${unknown.join(", ")}).`);
    }
    const due = wanted.filter(({ id }) => !applied.has(id));
    for (const { id, sql } of due) {
      await db.script(sql);
      await db.rows("INSERT INTO migrations (id, applied_at_ms) VALUES (?, ?)", [id, Date.now()]);
    }
    await db.rows("INSERT INTO installation (id, mark, content_tag_key) VALUES (1, ?, ?) ON CONFLICT DO NOTHING", [
      randomBytes(16).toString("hex"),
      randomBytes(32),
    ]);
    return due.map(({ id }) => id);
  });
}

async function refuseOld(db: Queries): Promise<void> {
  const found = await db.row<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding",
  );
  if (found === undefined || found.version < oldestMajor) {
    throw new Error(`The database is PostgreSQL ${found?.version}; hiraku needs ${oldestMajor} or later.`);
  }
  if (found.encoding !== "UTF8") throw new Error(`The database is encoded in ${found.encoding}; hiraku needs UTF8.`);
}

export async function isMigrated(db: Queries): Promise<boolean> {
  const applied = new Set(await appliedIds(db));
  return migrations.every(({ id }) => applied.has(id)) && unknownIn(applied, migrations).length === 0;
}

async function appliedIds(db: Queries): Promise<string[]> {
  return (await db.rows<{ id: string }>("SELECT id FROM migrations ORDER BY id")).map(({ id }) => id);
}

function unknownIn(applied: ReadonlySet<string>, migrations: readonly PostgresMigration[]): string[] {
  const known = new Set(migrations.map(({ id }) => id));
  return [...applied].filter((id) => !known.has(id));
}
