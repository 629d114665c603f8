import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibrary } from "../../library.ts";
import { servePostgres } from "../../testing/database.ts";
import { storageContract } from "../testing/contract.ts";
import type { Opened } from "../testing/opened.ts";
import { openPostgres } from "./open-postgres.ts";

const postgres = servePostgres();

storageContract("PostgreSQL", async () =>
  open(await postgres.newDatabase(), mkdtempSync(join(tmpdir(), "hiraku-storage-"))),
);

async function open(url: string, dataFolder: string): Promise<Opened> {
  const store = await openPostgres({ url, dataFolder });
  const library = openLibrary(store, { dataFolder, madeBytesMax: 1_000_000, makers: {} });
  const end = async () => {
    await library.close();
    await store.close();
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
      return open(url, dataFolder);
    },
    async close() {
      await end();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
