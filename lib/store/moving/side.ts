import path from "node:path";
import { readFolderState, writeFolderState } from "../../kit/moving/folder-state.ts";
import type { MovingDatabase } from "../../kit/moving/moved-table.ts";
import { openMovingPostgres } from "../../kit/moving/postgres.ts";
import { type MovingSide, postgresSide } from "../../kit/moving/side.ts";
import { movingSqlite } from "../../kit/moving/sqlite.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import { presenceLock } from "../postgres/presence.ts";
import { verifyPostgresStore } from "../postgres/verify-store.ts";
import { SqliteStore } from "../sqlite/sqlite-store.ts";
import { verifyStore } from "../sqlite/verify-store.ts";
import type { WebStoreVerification } from "../verification.ts";

export interface WebSide extends MovingSide {
  verify(): Promise<WebStoreVerification>;
}

/** In the file of a data folder, which is made, or in a database. */
export function openWebSide({
  data,
  databaseUrl,
}: {
  readonly data: string;
  readonly databaseUrl: string | undefined;
}): Promise<WebSide> {
  return databaseUrl === undefined ? openFolder(data) : openPostgres(databaseUrl);
}

async function openFolder(data: string): Promise<WebSide> {
  const file = path.join(data, "web.db");
  const store = new SqliteStore(file);
  return {
    name: file,
    database: movingSqlite(store.db),
    state: async () => readFolderState(data, "web"),
    setState: async (state) => writeFolderState(data, "web", state),
    // The locks of the folder are the command's.
    exclude: async () => {},
    admit: async () => {},
    // Opening it has done that.
    prepare: async () => {},
    settle: async () => {},
    verify: async () => verifyStore(file),
    async close() {
      store.db.pragma("wal_checkpoint(TRUNCATE)");
      await store.close();
    },
  };
}

async function openPostgres(databaseUrl: string): Promise<WebSide> {
  const database = await openMovingPostgres(databaseUrl, "web");
  const side = postgresSide(database, databaseUrl);
  return {
    ...side,
    async exclude() {
      // For as long as this connection lasts, so that none can start meanwhile either.
      const [lock] = await database.rows("SELECT pg_try_advisory_lock(?) AS got", [presenceLock]);
      if (String(lock?.["got"]) !== "true") throw new Error(`${side.name} is in use by web apps; stop them all first.`);
      await side.exclude();
    },
    async prepare() {
      const store = new PostgresStore(databaseUrl);
      try {
        await store.start();
      } finally {
        await store.close();
      }
    },
    // A purchase without an outcome goes along, and whoever starts there asks for it.
    settle: async () => {},
    verify: () => verifyPostgresStore(databaseUrl),
  };
}

/** Numbers that are given in turn, of rows that may be gone: what an owner has seen is told by the last of them. */
const numbered = [
  { table: "updates", column: "update_id" },
  { table: "update_sources", column: "seq" },
] as const;

export type LastNumbers = Readonly<Record<string, number>>;

export async function lastNumbers(db: MovingDatabase): Promise<LastNumbers> {
  const found: Record<string, number> = {};
  for (const { table, column } of numbered) {
    const [row] =
      db.engine === "sqlite"
        ? await db.rows("SELECT seq AS last FROM sqlite_sequence WHERE name = ?", [table])
        : await db.rows(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${table}_${column}_seq`);
    found[table] = Number(row?.["last"] ?? 0);
  }
  return found;
}

/** Later rows get higher numbers than any that was ever given. */
export async function numberOnwards(db: MovingDatabase, last: LastNumbers): Promise<void> {
  for (const { table, column } of numbered) {
    const number = last[table] ?? 0;
    if (number === 0) continue;
    if (db.engine === "postgres") {
      await db.rows("SELECT setval(?::regclass, ?::bigint)", [`${table}_${column}_seq`, number]);
      continue;
    }
    const [known] = await db.rows("SELECT 1 AS one FROM sqlite_sequence WHERE name = ?", [table]);
    await db.rows(
      known === undefined
        ? "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
        : "UPDATE sqlite_sequence SET seq = ? WHERE name = ?",
      [number, table],
    );
  }
}
