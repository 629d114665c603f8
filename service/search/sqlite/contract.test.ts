import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import { describeSearchIndex } from "../testing/contract.ts";
import type { EngineUnderTest } from "../testing/engine-under-test.ts";
import { createSearchIndex } from "./create-index.ts";
import { searchMigrations } from "./schema.ts";

function open(): EngineUnderTest {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-search-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file, threads: 1 });
  return {
    index,
    transaction: (work) => inTransaction(db, work),
    async close() {
      await index.close();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeSearchIndex("SQLite", open, { sections: 500, queries: 250, keywordScores: "ours" });
