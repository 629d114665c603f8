import { type HalfName, MoveState } from "./folder-state.ts";
import type { MovingDatabase } from "./moved-table.ts";

/** In a database the state is a row of a table of its own, made by a move and by nothing else. */
export const stateTable = (half: HalfName): string => `${half}_move`;

export async function readDatabaseState(rows: MovingDatabase["rows"], half: HalfName): Promise<MoveState | undefined> {
  const [found] = await rows("SELECT to_regclass(?)::text AS name", [stateTable(half)]);
  if (found?.["name"] === null || found === undefined) return undefined;
  const [row] = await rows(`SELECT move, role, other, at FROM ${stateTable(half)} WHERE id = 1`);
  return row === undefined ? undefined : MoveState.parse(row);
}

export async function writeDatabaseState(
  rows: MovingDatabase["rows"],
  half: HalfName,
  state: MoveState | undefined,
): Promise<void> {
  if (state === undefined) {
    await rows(`DROP TABLE IF EXISTS ${stateTable(half)}`);
    return;
  }
  await rows(
    `CREATE TABLE IF NOT EXISTS ${stateTable(half)} (id smallint PRIMARY KEY CHECK (id = 1), move text NOT NULL,
       role text NOT NULL, other text NOT NULL, at text NOT NULL)`,
  );
  const { move, role, other, at } = state;
  await rows(
    `INSERT INTO ${stateTable(half)} (id, move, role, other, at) VALUES (1, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET move = excluded.move, role = excluded.role, other = excluded.other, at = excluded.at`,
    [move, role, other, at],
  );
}

/** Connections from here on can only read, unless it says otherwise as a move does. */
export async function setReadOnly(rows: MovingDatabase["rows"], isReadOnly: boolean): Promise<void> {
  const [row] = await rows("SELECT quote_ident(current_database()) AS name");
  const name = String(row?.["name"]);
  await rows(
    isReadOnly
      ? `ALTER DATABASE ${name} SET default_transaction_read_only = on`
      : `ALTER DATABASE ${name} RESET default_transaction_read_only`,
  );
}

/** Programs that are connected, other than this move. */
export async function connectedPrograms(rows: MovingDatabase["rows"]): Promise<number> {
  const [row] = await rows(
    `SELECT count(DISTINCT (client_addr, application_name, client_port)) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND application_name LIKE 'hiraku%' AND application_name <> ?`,
    [movingApplication],
  );
  return Number(row?.["count"] ?? 0);
}

export const movingApplication = "hiraku move";
