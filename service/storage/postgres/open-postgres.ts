import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { readDatabaseState } from "../../../lib/kit/moving/database-state.ts";
import { refuseMoved } from "../../../lib/kit/moving/folder-state.ts";
import { type Connections, connect, type Queries } from "../../../lib/kit/postgres/connection.ts";
import { createSearchIndex } from "../../search/index.ts";
import { createCatalog } from "../catalog.ts";
import { searchFileName } from "../search-file.ts";
import { type Database, giveBackPages, openDatabase } from "../sqlite/database.ts";
import type { Store } from "../store.ts";
import { createCatalogWriter } from "./catalog-writer.ts";
import { createBlobPins, createBlobReferences, createFileRecords, newestFiles } from "./file-records.ts";
import { DatabaseGlossary, learnedPairs } from "./glossary.ts";
import { rebuildGlossary } from "./glossary-rebuild.ts";
import { createIngestRecords } from "./ingest-records.ts";
import { readInstallation } from "./installation.ts";
import { createCountedKeys, createKeys } from "./keys.ts";
import { createLeadership, lockOf } from "./leadership.ts";
import { createLeases } from "./leases.ts";
import { createLedger } from "./ledger.ts";
import { migrate } from "./migrate.ts";
import { createOperatorStore } from "./operator.ts";
import { createProbe, createSizes } from "./probe.ts";
import { createQuoteChecks } from "./quote-checks.ts";
import { createSampleRecords } from "./samples.ts";
import { copyBacklog } from "./search-copy.ts";
import { createSearchSource } from "./search-source.ts";
import { createStandingPhrases } from "./standing.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host/database`. */
  readonly url: string;
  /** The search index of a process that serves is there. */
  readonly dataFolder: string;
  /** How long what a dead process held stays held. */
  readonly leaseSeconds?: number | undefined;
}

/** The store of one database, at this program's version, for any number of processes. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const connections = connect(options.url);
  try {
    refuseMoved("The database", await readDatabaseState(connections.quick.rows, "service"));
    await migrate(connections);
    return await open(connections, options);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

async function open(connections: Connections, { url, dataFolder, leaseSeconds }: PostgresOptions): Promise<Store> {
  const { mark, contentTagKey, carriedSecret } = await readInstallation(connections.quick);
  const leases = createLeases(connections, leaseSeconds);
  const leadership = createLeadership(connections, lockOf.leading);
  const indexing = createLeadership(connections, lockOf.indexing);
  const ingesting = createLeadership(connections, lockOf.ingesting);
  const glossary = new DatabaseGlossary(connections.quick);
  const source = createSearchSource(connections);
  let closing: Promise<void> | undefined;
  const copy = new OwnIndex(url, join(dataFolder, searchFileName));
  return {
    keys: createKeys(connections),
    ledger: createLedger(connections, leases),
    countedKeys: () => createCountedKeys(connections),
    quoteChecks: createQuoteChecks(connections),
    standing: createStandingPhrases(connections),
    operator: createOperatorStore(connections),
    probe: createProbe(connections, () => copy.state),
    pins: createBlobPins(connections),
    library: () => ({
      catalog: createCatalog({ engine: "postgres", ...connections.quick }),
      ...createCatalogWriter(connections),
      files: createFileRecords(connections),
      references: createBlobReferences(connections),
      newestFiles: () => newestFiles(connections),
    }),
    samples: () => createSampleRecords(connections),
    ingestRecords: () => createIngestRecords(connections),
    prepareSearch: (onProgress, onFailure) => copy.start(onProgress, onFailure),
    searchIndex: (wanted) =>
      createSearchIndex({ ...wanted, db: copy.db, file: copy.file, backlog: copyBacklog(copy.db, source) }),
    outsideSearch: () => ({
      source,
      glossary: () => glossary.current(),
      deliverable: async (ids) => new Set(await readyAmong(connections.quick, ids)),
      prepare: () => glossary.load(),
      isEmbeddedComplete: () => true,
      isFollower: () => indexing.isLeader(),
    }),
    learned: { pairs: () => learnedPairs(connections.quick), rebuild: () => rebuildGlossary(connections) },
    sizes: createSizes(connections),
    installation: { mark, contentTagKey, carriedSecret },
    leads: () => leadership.isLeader(),
    ingests: () => ingesting.isLeader(),
    giveBack: () => copy.giveBack(),
    close() {
      closing ??= (async () => {
        await copy.close();
        leadership.end();
        indexing.end();
        ingesting.end();
        await leases.end();
        await connections.close();
      })();
      return closing;
    },
  };
}

async function readyAmong(db: Queries, documentIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ document_id: string }>(
    "SELECT document_id FROM documents WHERE document_id = ANY (?) AND status = 'ready'",
    [documentIds],
  );
  return rows.map((row) => row.document_id);
}

const Message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("built"), done: z.int() }),
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("current") }),
  z.object({ kind: z.literal("failed"), why: z.string() }),
]);

/** An index that could not look for changes for this long is not ready. */
const staleAfterMs = 10_000;

/** The search index in this process's own file, kept up to date by a thread. */
class OwnIndex {
  readonly file: string;
  readonly #url: string;
  #worker: Worker | undefined;
  #db: Database | undefined;
  #currentAtMs = Number.NEGATIVE_INFINITY;

  constructor(url: string, file: string) {
    this.#url = url;
    this.file = file;
  }

  /** Resolves once it has everything that was published before. */
  start(onProgress: (done: number) => void, onFailure: (error: Error) => void): Promise<void> {
    const worker = new Worker(new URL("./follow-worker.ts", import.meta.url), {
      workerData: { url: this.#url, file: this.file },
    });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.on("message", (told: unknown) => {
        const message = Message.parse(told);
        if (message.kind === "built") onProgress(message.done);
        else if (message.kind === "failed") onFailure(new Error(message.why));
        else this.#currentAtMs = performance.now();
        if (message.kind !== "ready") return;
        this.#db = openDatabase(this.file, { durability: "normal" });
        resolve();
      });
      worker.once("error", (error: Error) => {
        onFailure(error);
        reject(error);
      });
    });
  }

  get db(): Database {
    if (this.#db === undefined) throw new Error("The search index of this process was not prepared.");
    return this.#db;
  }

  get state(): string {
    if (this.#worker === undefined) return "ok";
    return performance.now() - this.#currentAtMs < staleAfterMs ? "ok" : "failed";
  }

  giveBack(): void {
    if (this.#db !== undefined) giveBackPages(this.#db);
  }

  async close(): Promise<void> {
    this.#worker?.removeAllListeners();
    await this.#worker?.terminate();
    this.#db?.close();
  }
}
