import { rmSync } from "node:fs";
import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import { createSearchWriter, searchMigrations } from "../../search/index.ts";
import type { IndexedDocument, SearchBacklog, SearchWriter } from "../../search/port.ts";
import type { IndexPosition, SearchSource } from "../../search/source.ts";
import { type Database, openDatabase } from "../sqlite/database.ts";
import type { Migration } from "../sqlite/migration.ts";
import { migrate } from "../sqlite/migrations.ts";
import { inTransaction } from "../sqlite/writes.ts";
import { readInstallation } from "./installation.ts";
import { createSearchSource } from "./search-source.ts";

const ownMigrations: readonly Migration[] = [
  ...searchMigrations,
  {
    id: "search-copy-001",
    apply: `
      -- How far this index has followed the database, and while it is first built, what comes next.
      CREATE TABLE search_followed (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        mark TEXT NOT NULL,
        change INTEGER NOT NULL,
        documents_after TEXT,
        news_after TEXT
      ) STRICT;
    `,
  },
];

interface Followed {
  readonly mark: string;
  readonly change: number;
  readonly documents_after: string | null;
  readonly news_after: string | null;
}

const documentsAtOnce = 20;
const newsAtOnce = 200;
const changesAtOnce = 200;

/**
 * The search index of one process, in a file of its own: built from the catalog at first, then brought up to date change
 * by change. It can be lost at any time.
 */
export class SearchCopy {
  readonly #source: ReturnType<typeof createSearchSource>;
  readonly #db: Database;
  readonly #writer: SearchWriter;

  /** Begins anew where the file belongs to another database, or has missed changes that are no longer kept. */
  static async open(file: string, connections: Connections): Promise<SearchCopy> {
    const { mark, changesDroppedTo } = await readInstallation(connections.quick);
    let db = openCopy(file);
    const known = followedIn(db);
    if (known !== undefined && known.mark === mark && known.change >= changesDroppedTo) {
      return new SearchCopy(connections, db);
    }
    db.close();
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
    db = openCopy(file);
    // Changes from here on are followed; what was there before is read from the catalog.
    const last = await createSearchSource(connections).lastChange();
    db.prepare(
      "INSERT INTO search_followed (id, mark, change, documents_after, news_after) VALUES (1, ?, ?, '', '')",
    ).run(mark, Math.max(last, changesDroppedTo));
    return new SearchCopy(connections, db);
  }

  private constructor(connections: Connections, db: Database) {
    this.#source = createSearchSource(connections);
    this.#db = db;
    this.#writer = createSearchWriter(db);
  }

  get change(): number {
    return followedIn(this.#db)?.change ?? 0;
  }

  /** Goes on where an earlier start was interrupted. */
  async build(onProgress: (done: number) => void): Promise<void> {
    let done = 0;
    for (let after = this.#state().documents_after; after !== null; ) {
      const ids = await this.#source.idsAfter("document", after, documentsAtOnce);
      after = ids.length < documentsAtOnce ? null : (ids.at(-1) ?? null);
      await this.#take(ids, [], "UPDATE search_followed SET documents_after = ?", after);
      onProgress((done += ids.length));
    }
    for (let after = this.#state().news_after; after !== null; ) {
      const ids = await this.#source.idsAfter("news", after, newsAtOnce);
      after = ids.length < newsAtOnce ? null : (ids.at(-1) ?? null);
      await this.#take([], ids, "UPDATE search_followed SET news_after = ?", after);
      onProgress((done += ids.length));
    }
  }

  /** Takes some of the changes that are new; returns how many. What changed twice is read once, as it is now. */
  async follow(): Promise<number> {
    const changes = await this.#source.changesAfter(this.change, changesAtOnce);
    const last = changes.at(-1);
    if (last === undefined) return 0;
    const idsOf = (kind: string) => changes.filter((each) => each.kind === kind).map(({ id }) => id);
    await this.#take(idsOf("document"), idsOf("news"), "UPDATE search_followed SET change = ?", last.change);
    return changes.length;
  }

  close(): void {
    this.#db.close();
  }

  #state(): Followed {
    const found = followedIn(this.#db);
    if (found === undefined) throw new Error("The search index of this process has no state.");
    return found;
  }

  /** All of it in one transaction with how far it has come. */
  async #take(
    documentIds: readonly string[],
    newsIds: readonly string[],
    update: string,
    progress: string | number | null,
  ): Promise<void> {
    const documents: (IndexedDocument | string)[] = [];
    for (const id of documentIds) documents.push((await this.#source.document(id)) ?? id);
    const news = await this.#source.allNews(newsIds);
    const gone = newsIds.filter((id) => !news.some(({ newsId }) => newsId === id));
    const { bulk } = this.#writer;
    await inTransaction(this.#db, async () => {
      if (documents.length > 1) bulk?.begin();
      try {
        for (const each of documents) {
          if (typeof each === "string") await this.#writer.removeDocument(each);
          else await this.#writer.putDocument(each);
        }
        for (const each of news) await this.#writer.putNews(each);
        for (const id of gone) await this.#writer.removeNews(id);
        if (documents.length > 1) await bulk?.end();
      } catch (error) {
        bulk?.abandon();
        throw error;
      }
      this.#db.prepare(update).run(progress);
    });
  }
}

/** Publications that this process's index file lacks. */
export function copyBacklog(db: Database, source: SearchSource): SearchBacklog {
  const position = (): IndexPosition => {
    const { change, documents_after, news_after } = followedIn(db) ?? {
      change: 0,
      documents_after: "",
      news_after: "",
    };
    return { change, documentsAfter: documents_after, newsAfter: news_after };
  };
  return {
    documentsBehind: (filter) => source.documentsBehind(position(), filter),
    newsBehind: (filter) => source.newsBehind(position(), filter),
  };
}

function openCopy(file: string): Database {
  // Rows lost with a power cut are followed again.
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, ownMigrations);
  return db;
}

function followedIn(db: Database): Followed | undefined {
  return db
    .prepare<[], Followed>("SELECT mark, change, documents_after, news_after FROM search_followed WHERE id = 1")
    .get();
}
