import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSearchIndex, searchMigrations } from "../../service/search/index.ts";
import type { IndexedDocument, SearchIndex } from "../../service/search/port.ts";
import { compactSearch } from "../../service/search/sqlite/compact.ts";
import { type Database, openDatabase } from "../../service/storage/sqlite/database.ts";
import { migrate } from "../../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../../service/storage/sqlite/writes.ts";
import { loadFilings } from "./load.ts";

/** The real filings of a folder in an index of their own, for as long as the work takes. */
export async function withFilings(
  root: string,
  work: (store: { db: Database; index: SearchIndex; documents: readonly IndexedDocument[] }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-filings-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file, threads: 1 });
  try {
    const documents = await loadFilings(root, ["packages", "fsa", "pairs", "tdnet"]);
    for (const document of documents) await inTransaction(db, () => index.writer.putDocument(document));
    compactSearch(db);
    await work({ db, index, documents });
  } finally {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
