import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BlobPins, Keys, Ledger, Limits, QuoteChecks, StoreProbe } from "./ports.ts";
import { type Database, openDatabase } from "./sqlite/database.ts";
import { createBlobPins } from "./sqlite/idempotency.ts";
import { KeyRows } from "./sqlite/key-rows.ts";
import { createKeys } from "./sqlite/keys.ts";
import { createLedger } from "./sqlite/ledger.ts";
import { createLimits } from "./sqlite/limits.ts";
import { migrate } from "./sqlite/migrations.ts";
import { createProbe } from "./sqlite/probe.ts";
import { createQuoteChecks } from "./sqlite/quote-checks.ts";
import { Reservations } from "./sqlite/reservations.ts";

/** The store of one data folder, at this program's version. Several processes may have it open at once. */
export interface Store {
  readonly file: string;
  readonly db: Database;
  /** The connection for publishing; `db` reads only committed data. */
  readonly publishing: Database;
  readonly keys: Keys;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly quoteChecks: QuoteChecks;
  readonly probe: StoreProbe;
  readonly pins: BlobPins;
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

export function openStore(dataFolder: string, options: StoreOptions = {}): Store {
  makeDataFolder(dataFolder);
  const file = storeFile(dataFolder);
  const full = openDatabase(file);
  migrate(full);
  const normal = openDatabase(file, { durability: "normal" });
  const publishing = openDatabase(file);
  if (options.serving === true) for (const db of [full, normal, publishing]) db.pragma("busy_timeout = 0");
  const reservations = new Reservations();
  const rows = new KeyRows(full);
  return {
    file,
    db: full,
    publishing,
    keys: createKeys(full, rows, reservations),
    ledger: createLedger(full, rows, reservations, options.beforeCommit),
    limits: createLimits(normal),
    quoteChecks: createQuoteChecks(full),
    probe: createProbe(normal),
    pins: createBlobPins(full),
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
