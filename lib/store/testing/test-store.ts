import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { settle, standStillFor } from "../../spending/simulation/environment.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import type { Bound, Statement, Store } from "../store.ts";
import { openMemoryStore } from "./memory-store.ts";
import { templateName } from "./template-name.ts";

/**
 * The engine of this run of the tests. `vitest.config.ts` runs the tests of what the store keeps twice: on SQLite in
 * memory, and on databases of one PostgreSQL that is started for the run.
 */
const server = inject("postgres");

/** The first column of every row. */
export async function firsts(store: Store, sql: string, ...params: unknown[]): Promise<unknown[]> {
  const rows = await store.prepare<unknown[], Readonly<Record<string, unknown>>>(sql).all(...params);
  return rows.map((row) => Object.values(row)[0]);
}

/** The first column of the first row. */
export async function first(store: Store, sql: string, ...params: unknown[]): Promise<unknown> {
  return (await firsts(store, sql, ...params))[0];
}

/** An empty store of the engine of this run, for one test. */
export function openTestStore(): Store {
  if (server === undefined) return openMemoryStore();
  standStillFor(storeAnswers);
  const store = left.pop() ?? new TestStore(server, `test_${randomUUID().replaceAll("-", "")}`);
  onTestFinished(async () => {
    if (store.isClosed) return;
    await settle();
    await store.empty();
    left.push(store);
  });
  return store;
}

/** Stores that a test has left, emptied: making a database takes longer. */
const left: TestStore[] = [];

let underWay = 0;
const waiting: (() => void)[] = [];

/** Simulated time stands still until the database has answered. */
function storeAnswers(): Promise<void> | undefined {
  return underWay === 0 ? undefined : new Promise((resolve) => waiting.push(resolve));
}

/** A database that is made by its first use. */
class TestStore extends PostgresStore {
  readonly #server: string;
  readonly #name: string;
  #made: Promise<void> | undefined;
  isClosed = false;

  constructor(ofServer: string, name: string) {
    super(ofServer.replace(/\/postgres$/, `/${name}`));
    this.#server = ofServer;
    this.#name = name;
  }

  override async start(): Promise<void> {
    this.#made ??= runOn(this.#server, `create database ${this.#name} template ${templateName}`);
    await this.#made;
    await super.start();
  }

  /** Everything but what making it wrote. */
  async empty(): Promise<void> {
    if (this.#made === undefined) return;
    await runOn(this.#server.replace(/\/postgres$/, `/${this.#name}`), emptying);
  }

  override async close(): Promise<void> {
    this.isClosed = true;
    await super.close();
  }

  override prepare<Params extends unknown[] | object = unknown[], Row = unknown>(sql: string): Statement<Params, Row> {
    const statement = super.prepare<Params, Row>(sql);
    return {
      get: (...params: Bound<Params>) => counted(() => statement.get(...params)),
      all: (...params: Bound<Params>) => counted(() => statement.all(...params)),
      run: (...params: Bound<Params>) => counted(() => statement.run(...params)),
    };
  }

  override atomically<T>(work: () => Promise<T>, lock?: string): Promise<T> {
    return counted(() => super.atomically(work, lock));
  }
}

/** Only tables that hold something are worth a statement; no reference is checked meanwhile. */
const emptying = `
  set session_replication_role = replica;
  do $$
  declare name text; filled boolean;
  begin
    for name in select quote_ident(tablename) from pg_tables
      where schemaname = 'public' and tablename not in ('web_migrations', 'installation')
    loop
      execute 'select exists (select from ' || name || ')' into filled;
      if filled then execute 'delete from ' || name; end if;
    end loop;
    perform setval(oid::regclass, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace;
  end $$;
`;

async function counted<T>(work: () => Promise<T>): Promise<T> {
  underWay++;
  try {
    return await work();
  } finally {
    underWay--;
    const woken = underWay === 0 ? waiting.splice(0) : [];
    for (const wake of woken) wake();
  }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
