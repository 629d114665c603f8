import { setTimeout as delay } from "node:timers/promises";
import { readFolderState, writeFolderState } from "../../../lib/kit/moving/folder-state.ts";
import { openMovingPostgres } from "../../../lib/kit/moving/postgres.ts";
import { type MovingSide, postgresSide } from "../../../lib/kit/moving/side.ts";
import { movingSqlite } from "../../../lib/kit/moving/sqlite.ts";
import { connect } from "../../../lib/kit/postgres/connection.ts";
import { setEmbedded } from "../../search/index.ts";
import { learnFromDocuments, rebuildSearch } from "../../search/maintenance.ts";
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
  index(isEmbedded: boolean, onProgress: (done: number, total: number) => void): Promise<void>;
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
    async index(isEmbedded, onProgress) {
      if (!isEmbedded) return learnFromDocuments(db);
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
  const side = postgresSide(database, databaseUrl);
  return {
    ...side,
    async prepare() {
      const connections = connect(databaseUrl);
      try {
        await migratePostgres(connections);
      } finally {
        await connections.close();
      }
    },
    async settle() {
      // Leftovers of other processes are returned when their leases have ended.
      for (const startedAt = performance.now(); ; await delay(pauseMs)) {
        await database.rows("SELECT sweep(NULL)");
        const [left] = await database.rows(
          "SELECT (SELECT count(*) FROM reservations) + (SELECT count(*) FROM idempotent_responses WHERE headers IS NULL) AS count",
        );
        if (Number(left?.["count"]) === 0) return;
        if (performance.now() - startedAt > leasesEndWithinMs) throw new Error(`${side.name} has requests under way.`);
      }
    },
    verify: () => verifyPostgres(databaseUrl),
    ...postgresIdentity(database, secrets),
    async index() {
      // The learned words are in the database, apart from the indexes of its processes.
      const connections = connect(writable(databaseUrl));
      try {
        await rebuildGlossary(connections);
      } finally {
        await connections.close();
      }
    },
  };
}
