import { Client, types } from "pg";
import {
  connectedPrograms,
  movingApplication,
  readDatabaseState,
  setReadOnly,
  writeDatabaseState,
} from "./database-state.ts";
import type { HalfName, MoveState } from "./folder-state.ts";
import type { MovingDatabase, Row, Value } from "./moved-table.ts";

/** The database of a half, on one connection that may write while nobody else's may. */
export interface MovingPostgres extends MovingDatabase {
  readonly engine: "postgres";
  state(): Promise<MoveState | undefined>;
  setState(state: MoveState | undefined): Promise<void>;
  setReadOnly(isReadOnly: boolean): Promise<void>;
  connectedPrograms(): Promise<number>;
  close(): Promise<void>;
}

const bigint = 20;
const moveLock = 4_710_020;

export async function openMovingPostgres(url: string, half: HalfName): Promise<MovingPostgres> {
  const client = new Client({
    connectionString: url,
    application_name: movingApplication,
    options: "-c default_transaction_read_only=off",
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === bigint ? Number : types.getTypeParser(oid, format === "binary" ? "text" : format),
    },
  });
  // Told by the statement that runs, or by the next one.
  client.on("error", () => {});
  await client.connect();
  const rows = async (sql: string, values: readonly Value[] = []): Promise<Row[]> => {
    let count = 0;
    const text = sql.replace(/\?/g, () => `$${++count}`);
    return (await client.query<Row>({ text, values: [...values] })).rows;
  };
  const [lock] = await rows("SELECT pg_try_advisory_lock(?, ?) AS got", [moveLock, half === "web" ? 1 : 0]);
  if (String(lock?.["got"]) !== "true") {
    await client.end();
    throw new Error(`${databaseName(url)} is being moved by another process.`);
  }
  return {
    engine: "postgres",
    rows,
    async transaction(work) {
      await rows("BEGIN");
      try {
        await work();
        await rows("COMMIT");
      } catch (error) {
        await rows("ROLLBACK").catch(() => {});
        throw error;
      }
    },
    state: () => readDatabaseState(rows, half),
    setState: (state) => writeDatabaseState(rows, half, state),
    setReadOnly: (isReadOnly) => setReadOnly(rows, isReadOnly),
    connectedPrograms: () => connectedPrograms(rows),
    close: () => client.end(),
  };
}

/** Its address without user and password. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
