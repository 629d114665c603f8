import { setTimeout as delay } from "node:timers/promises";
import type { StoreVerification } from "../sqlite/verify.ts";
import type { MoveState } from "./folder-state.ts";
import type { MovingDatabase } from "./moved-table.ts";
import { databaseName, type MovingPostgres } from "./postgres.ts";

/** One half on one side of a move, used by nobody else. */
export interface MovingSide {
  /** Without secrets. */
  readonly name: string;
  readonly database: MovingDatabase;
  state(): Promise<MoveState | undefined>;
  setState(state: MoveState | undefined): Promise<void>;
  /** From here on nobody else can write, or it is refused in words. */
  exclude(): Promise<void>;
  admit(): Promise<void>;
  /** Brings it to this program's version, or makes it. */
  prepare(): Promise<void>;
  /** Nothing is under way any more. */
  settle(): Promise<void>;
  verify(): Promise<StoreVerification>;
  close(): Promise<void>;
}

export function postgresSide(
  database: MovingPostgres,
  url: string,
): Pick<MovingSide, "name" | "database" | "state" | "setState" | "exclude" | "admit" | "close"> {
  const name = databaseName(url);
  const refuseConnected = async () => {
    let count = await database.connectedPrograms();
    // The database tells of a connection for a moment after it has ended.
    for (let looks = 0; count > 0 && looks < 20; looks++) {
      await delay(100);
      count = await database.connectedPrograms();
    }
    if (count > 0)
      throw new Error(`${name} is in use by ${count} connections of hiraku programs; stop them all first.`);
  };
  return {
    name,
    database,
    state: database.state,
    setState: database.setState,
    async exclude() {
      await refuseConnected();
      await database.setReadOnly(true);
      // One that connected in between.
      await refuseConnected().catch(async (error: unknown) => {
        await database.setReadOnly(false);
        throw error;
      });
    },
    admit: () => database.setReadOnly(false),
    close: () => database.close(),
  };
}
