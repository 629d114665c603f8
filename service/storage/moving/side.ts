import { setTimeout as delay } from "node:timers/promises";
import type { MoveState } from "../../../lib/moving/folder-state.ts";
import { readFolderState, writeFolderState } from "../../../lib/moving/folder-state.ts";
import type { MovingDatabase } from "../../../lib/moving/moved-table.ts";
import { databaseName, openMovingPostgres } from "../../../lib/moving/postgres.ts";
import { movingSqlite } from "../../../lib/moving/sqlite.ts";
import { connect } from "../../../lib/postgres/connection.ts";
import type { StoreVerification } from "../../../lib/sqlite/verify.ts";
import { setEmbedded } from "../../search/index.ts";
import { rebuildSearch } from "../../search/maintenance.ts";
import { storeFile } from "../open-store.ts";
import { rebuildGlossary } from "../postgres/glossary-rebuild.ts";
import { migrate as migratePostgres } from "../postgres/migrate.ts";
import { verifyPostgres } from "../postgres/verify-store.ts";
import { openDatabase } from "../sqlite/database.ts";
import { migrate as migrateSqlite } from "../sqlite/migrations.ts";
import { verifyStore } from "../sqlite/verify-store.ts";
import { folderIdentity, type HouseIdentity, postgresIdentity } from "./identity.ts";

/** The service's half on one side of a move. */
export interface ServiceSide extends MovingSide {
  identity(): Promise<HouseIdentity>;
  setIdentity(identity: HouseIdentity): Promise<void>;
  /** Makes what is in the store itself of its index; its processes make the rest. */
  index(onProgress: (done: number, total: number) => void): Promise<void>;
}

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

export interface ServicePlace {
  readonly data: string;
  readonly databaseUrl: string;
  /** Newest first, of the house on that side. */
  readonly secrets: readonly string[];
}

export function openServiceSide(place: ServicePlace): Promise<ServiceSide> {
  return place.databaseUrl === "" ? openFolder(place) : openPostgres(place);
}

async function openFolder({ data }: ServicePlace): Promise<ServiceSide> {
  const file = storeFile(data);
  const db = openDatabase(file);
  return {
    name: file,
    database: movingSqlite(db),
    state: async () => readFolderState(data, "service"),
    setState: async (state) => writeFolderState(data, "service", state),
    // The locks of the folder are the command's.
    exclude: async () => {},
    admit: async () => {},
    prepare: async () => void migrateSqlite(db),
    settle: async () => {},
    verify: async () => verifyStore(file),
    ...folderIdentity(db, data),
    async index(onProgress) {
      setEmbedded(db, "left");
      await rebuildSearch(db, { onProgress });
    },
    async close() {
      db.pragma("wal_checkpoint(TRUNCATE)");
      db.close();
    },
  };
}

/** For connections that may write while nobody else's may. */
function writable(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("options", "-c default_transaction_read_only=off");
  return url.href;
}

const leasesEndWithinMs = 30_000;
const pauseMs = 500;

async function openPostgres({ databaseUrl, secrets }: ServicePlace): Promise<ServiceSide> {
  const database = await openMovingPostgres(databaseUrl, "service");
  const name = databaseName(databaseUrl);
  const connected = async () => {
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
      await connected();
      await database.setReadOnly(true);
      // One that connected in between.
      await connected().catch(async (error: unknown) => {
        await database.setReadOnly(false);
        throw error;
      });
    },
    admit: () => database.setReadOnly(false),
    async prepare() {
      const connections = connect(databaseUrl);
      try {
        await migratePostgres(connections);
      } finally {
        await connections.close();
      }
    },
    async settle() {
      // What processes left behind goes back when their leases have ended.
      for (const startedAt = performance.now(); ; await delay(pauseMs)) {
        await database.rows("SELECT sweep(NULL)");
        const [left] = await database.rows(
          "SELECT (SELECT count(*) FROM reservations) + (SELECT count(*) FROM idempotent_responses WHERE headers IS NULL) AS count",
        );
        if (Number(left?.["count"]) === 0) return;
        if (performance.now() - startedAt > leasesEndWithinMs) throw new Error(`${name} has requests under way.`);
      }
    },
    verify: () => verifyPostgres(databaseUrl),
    ...postgresIdentity(database, secrets),
    async index() {
      // What documents have taught is in the database, apart from the indexes of its processes.
      const connections = connect(writable(databaseUrl));
      try {
        await rebuildGlossary(connections);
      } finally {
        await connections.close();
      }
    },
    close: () => database.close(),
  };
}
