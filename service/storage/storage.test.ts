import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibrary } from "../library.ts";
import { openStore } from "./open-store.ts";
import { storageContract } from "./testing/contract.ts";
import type { Opened } from "./testing/opened.ts";

storageContract("SQLite in a folder", async () => open(mkdtempSync(join(tmpdir(), "hiraku-storage-"))));

async function open(dataFolder: string): Promise<Opened> {
  const store = openStore(dataFolder);
  const library = openLibrary(store, { dataFolder, madeBytesMax: 1_000_000, makers: {} });
  const end = async () => {
    await library.close();
    store.close();
  };
  return {
    keys: store.keys,
    ledger: store.ledger,
    countedKeys: store.countedKeys(),
    quoteChecks: store.quoteChecks,
    standing: store.standing,
    catalog: library.catalog,
    publisher: library.publisher,
    library,
    ingestRecords: store.ingestRecords(),
    operator: store.operator,
    async reopen() {
      await end();
      return open(dataFolder);
    },
    async close() {
      await end();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
