import { AsyncLocalStorage } from "node:async_hooks";
import path from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { SerialQueue } from "../../kit/process/turns.ts";
import { migrate } from "../migrations.ts";
import type { Bound, Statement, Store } from "../store.ts";
import { ftsWords } from "./fts-words.ts";

const Tables = z.array(z.object({ name: z.string(), wr: z.number() }));

/** Writes a page, and reads the newest row of every table, since its page may not have been read before. */
function testFile(db: Database.Database): void {
  testWrite(db);
  for (const { name, wr } of Tables.parse(db.prepare("pragma table_list").all())) {
    if (name.startsWith("sqlite_") || name.includes('"')) continue;
    db.prepare(`select * from "${name}" ${wr === 1 ? "" : "order by rowid desc"} limit 1`).get();
  }
}

/** Writes the unchanged schema version again, so that a page and a commit go to disk. */
function testWrite(db: Database.Database): void {
  const version = z.number().parse(db.pragma("user_version", { simple: true }));
  db.transaction(() => db.pragma(`user_version = ${version}`)).immediate();
}

/**
 * The store in one file of SQLite, on one connection. A statement runs at once, in one step, unless a transaction is
 * open: then what belongs to it runs inside, and everything else waits its turn. Every commit is synced to disk.
 */
export class SqliteStore implements Store {
  readonly engine = "sqlite";
  /** The connection itself, for what only SQLite has: pragmas, the index of words, tests that look at tables. */
  readonly db: Database.Database;
  readonly words = ftsWords(this);
  readonly #turns: SerialQueue;
  readonly #prepared = new Map<string, Database.Statement<unknown[], unknown>>();

  /** Of a file, or in memory from a copy of one. */
  constructor(file: string | Buffer) {
    this.db = new Database(file);
    try {
      this.db.pragma("journal_mode = WAL");
      this.db.pragma("synchronous = FULL");
      this.db.pragma("foreign_keys = ON");
      this.db.pragma("busy_timeout = 5000");
      migrate(this.db);
    } catch (error) {
      this.db.close();
      throw error;
    }
    this.#turns = turnsOf(this.db);
  }

  prepare<Params extends unknown[] | object = unknown[], Row = unknown>(sql: string): Statement<Params, Row> {
    // The driver can't know what a text selects; the caller, who wrote it, says so.
    return {
      get: (...params: Bound<Params>) => this.#run(() => this.#statement(sql).get(...params) as Row | undefined),
      all: (...params: Bound<Params>) => this.#run(() => this.#statement(sql).all(...params) as Row[]),
      run: (...params: Bound<Params>) => this.#run(() => ({ changes: this.#statement(sql).run(...params).changes })),
    };
  }

  async atomically<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isInside()) return work();
    return this.#turns.take(async () => {
      this.db.exec("begin immediate");
      const transaction = { store: this, open: true };
      try {
        const result = await inside.run(transaction, work);
        this.db.exec("commit");
        return result;
      } finally {
        // Work begun inside and not awaited is outside from here on.
        transaction.open = false;
        // A full disk ends the transaction by itself, and so does closing the store.
        if (this.db.open && this.db.inTransaction) this.db.exec("rollback");
      }
    });
  }

  version(): Promise<string | undefined> {
    return this.#run(() => {
      // A transaction's writes may be undone, and its count of changes is not.
      if (this.db.inTransaction) return undefined;
      const own = this.#statement("select total_changes()").pluck().get();
      // Commits of other connections, such as an operator's command.
      const others = this.#statement("pragma data_version").pluck().get();
      return `${String(own)} ${String(others)}`;
    });
  }

  probe(): Promise<void> {
    return this.#turns.take(() => testFile(this.db));
  }

  /** Checkpoints and closes, so that the file alone is the whole store. */
  async close(): Promise<void> {
    await this.#run(() => this.db.close());
  }

  async #run<T>(step: () => T): Promise<T> {
    // One step awaits nothing, so that nothing comes between and no turn is needed where none is taken.
    return this.#isInside() || this.#turns.isIdle ? step() : this.#turns.take(step);
  }

  #isInside(): boolean {
    const transaction = inside.getStore();
    if (transaction?.open !== true) return false;
    if (transaction.store === this) return true;
    if (transaction.store.#turns === this.#turns) {
      throw new Error("A transaction of one connection would wait for another connection to the same file.");
    }
    return false;
  }

  #statement(sql: string): Database.Statement<unknown[], unknown> {
    let statement = this.#prepared.get(sql);
    if (statement !== undefined) this.#prepared.delete(sql);
    else statement = this.db.prepare<unknown[], unknown>(sql);
    const oldest = this.#prepared.keys().next().value;
    if (this.#prepared.size >= preparedMax && oldest !== undefined) this.#prepared.delete(oldest);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/** More texts than the store has: some depend on the filters asked for. */
const preparedMax = 512;

const inside = new AsyncLocalStorage<{ readonly store: SqliteStore; open: boolean }>();

const turnsOfFiles = new Map<string, SerialQueue>();

/** Connections of one process to one file share their turns: a wait inside SQLite would block the event loop. */
function turnsOf(db: Database.Database): SerialQueue {
  if (db.memory) return new SerialQueue();
  const file = path.resolve(db.name);
  const turns = turnsOfFiles.get(file) ?? new SerialQueue();
  turnsOfFiles.set(file, turns);
  return turns;
}
