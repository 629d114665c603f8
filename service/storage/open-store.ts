import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { refuseMovedFolder } from "../../lib/kit/moving/folder-state.ts";
import { createCountedKeys, createRequestLimits } from "../domain/limits/request-limits.ts";
import {
  createSearchIndex,
  createSearchSource,
  createSearchWriter,
  learnedPairs,
  placeOf,
  rebuildGlossary,
  StoredGlossary,
  setEmbedded,
} from "../search/index.ts";
import { createCatalog } from "./catalog.ts";
import { createBlobReferences, createKeptSample } from "./sqlite/blob-references.ts";
import { createCatalogWriter, createTransaction } from "./sqlite/catalog-writer.ts";
import { type Database, giveBackPages, openDatabase } from "./sqlite/database.ts";
import { createFileRecords } from "./sqlite/file-records.ts";
import { createBlobPins } from "./sqlite/idempotency.ts";
import { createIngestRecords } from "./sqlite/ingest-records.ts";
import { KeyRows } from "./sqlite/key-rows.ts";
import { createKeys } from "./sqlite/keys.ts";
import { createLedger } from "./sqlite/ledger.ts";
import { createLimits } from "./sqlite/limits.ts";
import { migrate } from "./sqlite/migrations.ts";
import { createOperatorStore } from "./sqlite/operator.ts";
import { createProbe } from "./sqlite/probe.ts";
import { createQuoteChecks } from "./sqlite/quote-checks.ts";
import { Reservations } from "./sqlite/reservations.ts";
import { createSampleRecords } from "./sqlite/sample-records.ts";
import { createSizes } from "./sqlite/sizes.ts";
import { createStandingPhrases } from "./sqlite/standing.ts";
import { readsOf } from "./sqlite/statements.ts";
import type { Store } from "./store.ts";

/** The store of one data folder, in SQLite. */
export interface SqliteStore extends Store {
  readonly file: string;
  readonly db: Database;
  /** Moves the write-ahead log into the file and closes it. */
  close(): void;
}

export interface StoreOptions {
  /** Serving: a write waits for another process without stopping the event loop. */
  readonly serving?: boolean;
  /** Called inside the settling transaction, for tests that end the process there. */
  readonly beforeCommit?: (() => void) | undefined;
}

export function storeFile(dataFolder: string): string {
  return join(dataFolder, "service.db");
}

export function makeDataFolder(dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  chmodSync(dataFolder, 0o700);
}

export function openStore(dataFolder: string, options: StoreOptions = {}): SqliteStore {
  makeDataFolder(dataFolder);
  refuseMovedFolder(dataFolder, "service");
  const file = storeFile(dataFolder);
  const full = openDatabase(file);
  migrate(full);
  const normal = openDatabase(file, { durability: "normal" });
  const publishing = openDatabase(file);
  if (options.serving === true) for (const db of [full, normal, publishing]) db.pragma("busy_timeout = 0");
  const reservations = new Reservations();
  const rows = new KeyRows(full);
  const keys = createKeys(full, rows, reservations);
  const ledger = createLedger(full, rows, reservations, options.beforeCommit);
  return {
    file,
    db: full,
    keys,
    ledger,
    countedKeys: () => createCountedKeys(keys.findNow, createRequestLimits(createLimits(normal))),
    quoteChecks: createQuoteChecks(full),
    standing: createStandingPhrases(full),
    operator: createOperatorStore(full, rows, {
      createKey: keys.createNow,
      grant: (...asked) => typeof ledger.grantNow(...asked) === "object",
    }),
    probe: createProbe(normal),
    pins: createBlobPins(full),
    library: () => ({
      catalog: createCatalog(readsOf(full)),
      writer: createCatalogWriter(publishing),
      searchWriter: createSearchWriter(publishing),
      files: createFileRecords(full),
      references: createBlobReferences(full),
      newestFiles: createKeptSample(full),
    }),
    samples: () => createSampleRecords(full),
    ingestRecords: () => createIngestRecords(full),
    prepareSearch: async () => {},
    searchIndex: (wanted) => createSearchIndex({ ...wanted, db: full, file }),
    outsideSearch() {
      const glossary = new StoredGlossary(full);
      const ready = full
        .prepare<[string], string>(
          "SELECT document_id FROM documents WHERE status = 'ready' AND document_id IN (SELECT value FROM json_each(?))",
        )
        .pluck();
      return {
        source: createSearchSource(full, createTransaction(full)),
        glossary: () => glossary.current(),
        deliverable: async (ids) => new Set(ready.all(JSON.stringify(ids))),
        prepare: async () => setEmbedded(full, "left"),
        isFollower: async () => true,
        isEmbeddedComplete: () => placeOf(full).embedded === "kept",
      };
    },
    learned: { pairs: async () => learnedPairs(full), rebuild: async () => rebuildGlossary(full) },
    sizes: createSizes(full, dataFolder),
    installation: undefined,
    leads: async () => true,
    ingests: async () => true,
    giveBack() {
      for (const db of [full, normal, publishing]) giveBackPages(db);
    },
    close() {
      normal.close();
      publishing.close();
      try {
        full.pragma("wal_checkpoint(TRUNCATE)");
      } catch {
        // Another process reads or writes: the log stays, which is safe.
      }
      full.close();
    },
  };
}
