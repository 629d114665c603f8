import { englishNameOf, indexedDocument, indexedNews, isSearched } from "../../domain/publishing/indexing.ts";
import { createCatalogWriter } from "../../storage/sqlite/catalog-writer.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import type { SearchWriter } from "../port.ts";
import { compactSearch } from "./compact.ts";
import { createGlossaryWriter } from "./glossary.ts";
import { placeOf, setEmbedded } from "./place.ts";
import { type NewsRow, newsColumns, newsOf } from "./source.ts";
import { createEmbeddedWriter } from "./writer.ts";

export interface RebuildReport {
  readonly documents: number;
  readonly news: number;
  /** Begun by an earlier run that did not finish. */
  readonly resumed: boolean;
}

export interface RebuildOptions {
  /** Ignores the progress of an earlier run. */
  readonly restart?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Each document in its own transaction: searches continue, and after a crash the command goes on. */
export async function rebuildSearch(db: Database, options: RebuildOptions = {}): Promise<RebuildReport> {
  const progress = new Progress(db);
  if (options.restart === true || placeOf(db).embedded === "left") progress.clear();
  // From here on publications are written to this index again.
  if (placeOf(db).embedded === "left") setEmbedded(db, "returning");
  const resumed = progress.after("body") !== "" || progress.after("news") !== "";
  const total = count(db, "documents") + count(db, "news");
  let done = 0;
  const step = () => options.onProgress?.(++done, total);
  const writer = createEmbeddedWriter(db);
  await dropStale(db, writer);
  const documents = await rebuildDocuments(db, writer, progress, step);
  const news = await rebuildNews(db, writer, progress, step);
  compactSearch(db);
  progress.clear();
  if (placeOf(db).embedded === "returning") setEmbedded(db, "kept");
  return { documents, news, resumed };
}

/** Reads again what every document teaches, where its index is elsewhere. */
export async function learnFromDocuments(db: Database): Promise<void> {
  const catalog = createCatalogWriter(db);
  const glossary = createGlossaryWriter(db);
  for (const id of db.prepare<[], string>("SELECT document_id FROM documents").pluck().all()) {
    await catalog.transaction(async (tx) => {
      const known = await tx.find(id);
      if (known === undefined || !isSearched(known)) return glossary.drop(id);
      glossary.put(indexedDocument(known, await tx.sections(id), await englishNameOf(tx, known.securityCode)));
    });
  }
}

async function rebuildDocuments(db: Database, writer: SearchWriter, progress: Progress, step: () => void) {
  const catalog = createCatalogWriter(db);
  const next = db
    .prepare<[string], string>("SELECT document_id FROM documents WHERE document_id > ? ORDER BY document_id LIMIT 1")
    .pluck();
  let written = 0;
  for (let after = progress.after("body"); ; ) {
    const documentId = next.get(after);
    if (documentId === undefined) return written;
    await catalog.transaction(async (tx) => {
      // Looked up inside: it may have been withdrawn since.
      const known = await tx.find(documentId);
      if (known !== undefined && isSearched(known)) {
        const nameEn = await englishNameOf(tx, known.securityCode);
        await writer.putDocument(indexedDocument(known, await tx.sections(documentId), nameEn));
        written++;
      } else await writer.removeDocument(documentId);
      progress.save("body", documentId);
    });
    after = documentId;
    step();
  }
}

async function rebuildNews(db: Database, writer: SearchWriter, progress: Progress, step: () => void): Promise<number> {
  const next = db.prepare<[string], NewsRow>(
    `SELECT ${newsColumns} FROM news WHERE news_id > ? ORDER BY news_id LIMIT 1`,
  );
  const catalog = createCatalogWriter(db);
  let written = 0;
  for (;;) {
    const id = await catalog.transaction(async (tx) => {
      const row = next.get(progress.after("news"));
      if (row === undefined) return undefined;
      await writer.putNews(await indexedNews(tx, newsOf(row)));
      progress.save("news", row.news_id);
      return row.news_id;
    });
    if (id === undefined) return written;
    written++;
    step();
  }
}

/** Documents that the catalog no longer has are not seen when going through it. */
async function dropStale(db: Database, writer: SearchWriter): Promise<void> {
  const ids = (sql: string) => db.prepare<[], string>(sql).pluck().all();
  for (const documentId of ids(
    "SELECT document_id FROM search_body_document WHERE removed = 0 AND document_id NOT IN (SELECT document_id FROM documents)",
  )) {
    await inTransaction(db, () => writer.removeDocument(documentId));
  }
  for (const newsId of ids(
    "SELECT document_id FROM search_news_document WHERE removed = 0 AND document_id NOT IN (SELECT news_id FROM news)",
  )) {
    await inTransaction(db, () => writer.removeNews(newsId));
  }
}

const count = (db: Database, table: "documents" | "news") =>
  Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

class Progress {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The last id that was written, or nothing. */
  after(name: "body" | "news"): string {
    const value = this.#db.prepare("SELECT after_id FROM search_rebuild WHERE name = ?").pluck().get(name);
    return typeof value === "string" ? value : "";
  }

  save(name: "body" | "news", id: string): void {
    this.#db
      .prepare(
        "INSERT INTO search_rebuild (name, after_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET after_id = excluded.after_id",
      )
      .run(name, id);
  }

  clear(): void {
    this.#db.prepare("DELETE FROM search_rebuild").run();
  }
}
