import path from "node:path";
import { startOpenSearch } from "../../scripts/engines/opensearch.ts";
import { baseGlossary } from "../../service/search/core/base-glossary.ts";
import { documentEntry } from "../../service/search/core/entries.ts";
import { Glossary } from "../../service/search/core/glossary.ts";
import { EngineClient } from "../../service/search/opensearch/client.ts";
import { createEngineIndex } from "../../service/search/opensearch/create-index.ts";
import { aliasOf, EngineIndexes } from "../../service/search/opensearch/indexes.ts";
import { readSearchPlace } from "../../service/search/opensearch/place.ts";
import { writeEntries } from "../../service/search/opensearch/write-entries.ts";
import type { IndexedDocument, SearchIndex } from "../../service/search/port.ts";
import { compactSearch } from "../../service/search/sqlite/compact.ts";
import { createSearchIndex } from "../../service/search/sqlite/create-index.ts";
import { searchMigrations } from "../../service/search/sqlite/schema.ts";
import { openDatabase } from "../../service/storage/sqlite/database.ts";
import { migrate } from "../../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../../service/storage/sqlite/writes.ts";

/** An index that is filled once and kept in a folder. */
export interface PassageBuild {
  readonly index: SearchIndex;
  put(documents: readonly IndexedDocument[]): Promise<void>;
  /** All is written: what was put can be found, also after a new start. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

const heapMegabytes = 4_096;
// Away from those of the tests and of `npm run house`, which may run meanwhile.
const port = 12_300;

export const openBuild = (engine: "opensearch" | "embedded", folder: string): Promise<PassageBuild> =>
  engine === "embedded" ? openEmbedded(folder) : openOutside(folder);

async function openOutside(folder: string): Promise<PassageBuild> {
  const engine = await startOpenSearch({ nodes: 1, port, data: folder, heapMegabytes });
  const place = readSearchPlace(`${engine.url}/?prefix=million`);
  if (place === undefined) throw new Error(`${engine.url} is no address of an engine.`);
  const client = new EngineClient(place);
  const indexes = new EngineIndexes(client, place);
  const glossary = new Glossary(baseGlossary());
  const alias = aliasOf(place, "body");
  if ((await indexes.current()) === undefined) {
    await indexes.create(1);
    await indexes.swapTo(1);
    // Not synced with each request: a build that crashed is begun anew.
    const settings = { index: { translog: { durability: "async", flush_threshold_size: "1gb" } } };
    await client.call({ method: "PUT", path: `/${alias}/_settings`, body: settings });
  }
  const index = createEngineIndex({
    client,
    place,
    timeoutMs: 30_000,
    deliverable: async (ids) => new Set(ids),
    glossary: () => glossary,
  });
  const post = (action: string) => client.call({ method: "POST", path: `/${alias}/${action}`, timeoutMs: 3_600_000 });
  return {
    index,
    async put(documents) {
      const changes = documents.map((document) => ({
        id: document.documentId,
        change: 1,
        entry: documentEntry(document),
      }));
      await writeEntries(client, alias, changes, { isNew: true, isAlias: true, refresh: false });
    },
    async finish() {
      await post("_refresh");
      await post("_flush");
      index.forget();
    },
    async close() {
      await index.close();
      await engine.stop();
    },
  };
}

async function openEmbedded(folder: string): Promise<PassageBuild> {
  const file = path.join(folder, "search.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file });
  return {
    index,
    async put(documents) {
      await inTransaction(db, async () => {
        index.writer.bulk?.begin();
        for (const document of documents) await index.writer.putDocument(document);
        await index.writer.bulk?.end();
      });
    },
    finish: async () => void compactSearch(db),
    async close() {
      await index.close();
      db.close();
    },
  };
}
