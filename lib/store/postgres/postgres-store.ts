import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { isLost, openPool, retrying } from "../../kit/postgres/connection.ts";
import { SerialQueue } from "../../kit/process/turns.ts";
import type { Bound, Statement, Store } from "../store.ts";
import { isOutdated, mayBeginAgain, UnknownCommit, wasTakenBack } from "./faults.ts";
import { migrate } from "./migrate.ts";
import { boundValues, type StatementText, statementText } from "./statement-text.ts";
import { postgresWords } from "./words.ts";

/** A transaction of this process, while it runs. */
interface Transaction {
  readonly client: PoolClient;
  /** Statements that are begun side by side inside run one after the other. */
  readonly turns: SerialQueue;
  readonly locks: Set<string>;
  isOpen: boolean;
  /** The first failure of a statement: from then on the database refuses the others. */
  failure: unknown;
}

/**
 * The store in one database of PostgreSQL, for any number of processes. The schema is made or extended by the first use.
 * Transactions see what others committed meanwhile; what must not be decided twice at once is named by `lock`, a lock of
 * the database for as long as the transaction lasts.
 */
export class PostgresStore implements Store {
  readonly engine = "postgres";
  readonly words = postgresWords(this);
  /** Two pools, so that reading does not wait behind transactions that wait for a lock. */
  readonly #statements: Pool;
  readonly #transactions: Pool;
  readonly #inside = new AsyncLocalStorage<Transaction>();
  #started: Promise<void> | undefined;

  constructor(url: string) {
    this.#statements = openPool(url, { max: 8, parse });
    // A process that hangs does not hold its locks for ever.
    this.#transactions = openPool(url, { max: 8, parse, options: "-c idle_in_transaction_session_timeout=60000" });
  }

  /** Brings the schema to this program's version. Fails in words where the database can't be used. */
  start(): Promise<void> {
    this.#started ??= retrying(() => migrate(this.#transactions)).catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  prepare<Params extends unknown[] | object = unknown[], Row = unknown>(sql: string): Statement<Params, Row> {
    const run = (params: readonly unknown[]) => this.#run(sql, params);
    // The driver can't know what a text selects; the caller, who wrote it, says so.
    return {
      get: async (...params: Bound<Params>) => (await run(params)).rows[0] as Row | undefined,
      all: async (...params: Bound<Params>) => (await run(params)).rows as Row[],
      run: async (...params: Bound<Params>) => ({ changes: (await run(params)).rowCount ?? 0 }),
    };
  }

  async atomically<T>(work: () => Promise<T>, lock?: string): Promise<T> {
    const outer = this.#transaction();
    if (outer !== undefined) {
      if (lock !== undefined) await take(outer, lock);
      return work();
    }
    await this.start();
    const startedMs = performance.now();
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(work, lock);
      if ("value" in outcome) return outcome.value;
      if (!mayBeginAgain(outcome.failure) || performance.now() - startedMs > beginAgainForMs) throw outcome.error;
      await delay(pauseMs * Math.min(attempt, 10) * (0.5 + Math.random()));
    }
  }

  /** Other processes write too, and asking whether they did is a message like any other. */
  version(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Actually reads and writes: a database that only reads, or is out of space, still answers. */
  async probe(): Promise<void> {
    await this.prepare(
      "insert into probe (id, at) values (1, 0) on conflict (id) do update set at = (probe.at + 1) % 1000000",
    ).run();
    await this.prepare(
      "select (select max(entry_id) from ledger) as ledger, (select max(session_hash) from sessions) as sessions",
    ).get();
  }

  async close(): Promise<void> {
    await Promise.all([this.#statements.end(), this.#transactions.end()]);
  }

  #transaction(): Transaction | undefined {
    const transaction = this.#inside.getStore();
    // Work begun inside and not awaited is outside once the transaction has ended.
    return transaction?.isOpen === true ? transaction : undefined;
  }

  async #run(sql: string, params: readonly unknown[]): Promise<Answer> {
    const statement = prepared(sql);
    const query = { ...statement.query, values: boundValues(statement, params) };
    const transaction = this.#transaction();
    if (transaction !== undefined) return runInside(transaction, query);
    await this.start();
    const mayRepeat = statement.onlyReads ? mayBeginAgain : wasTakenBack;
    const startedMs = performance.now();
    for (let attempt = 1; ; attempt++) {
      const client = await retrying(() => this.#statements.connect());
      let failure: unknown;
      const note = (error: Error) => (failure ??= error);
      client.on("error", note);
      try {
        return await client.query<object>(query);
      } catch (error) {
        failure = error;
        if (!mayRepeat(error) || performance.now() - startedMs > beginAgainForMs) throw error;
      } finally {
        client.off("error", note);
        client.release(isLost(failure) || isOutdated(failure));
      }
      await delay(pauseMs * Math.min(attempt, 10) * (0.5 + Math.random()));
    }
  }

  async #attempt<T>(work: () => Promise<T>, lock: string | undefined): Promise<Attempt<T>> {
    const client = await retrying(() => this.#transactions.connect());
    const transaction: Transaction = {
      client,
      turns: new SerialQueue(),
      locks: new Set(lock === undefined ? [] : [lock]),
      isOpen: true,
      failure: undefined,
    };
    const note = (error: Error) => (transaction.failure ??= error);
    client.on("error", note);
    try {
      await begin(transaction, lock);
      const value = await this.#inside.run(transaction, work);
      await transaction.turns.take(() => commit(transaction));
      return { value };
    } catch (error) {
      if (!isLost(transaction.failure)) await transaction.turns.take(() => client.query("rollback")).catch(note);
      return { failure: transaction.failure, error };
    } finally {
      transaction.isOpen = false;
      client.off("error", note);
      const { failure } = transaction;
      client.release(isLost(failure) || isOutdated(failure) || failure instanceof UnknownCommit);
    }
  }
}

type Attempt<T> = { readonly value: T } | { readonly failure: unknown; readonly error: unknown };

interface Answer {
  readonly rows: object[];
  readonly rowCount: number | null;
}

/** While a database restarts or another one takes over, requests wait this long for it. */
const beginAgainForMs = 3_000;
const pauseMs = 20;

const lockOf = (text: string) => `pg_advisory_xact_lock(hashtextextended(${text}, 4710))`;

/** One round trip; every later statement sees what others committed before the lock was given. */
async function begin(transaction: Transaction, lock: string | undefined): Promise<void> {
  const { client } = transaction;
  try {
    await client.query(`begin${lock === undefined ? "" : `; select ${lockOf(client.escapeLiteral(lock))}`}`);
  } catch (error) {
    transaction.failure ??= error;
    throw error;
  }
}

async function take(transaction: Transaction, lock: string): Promise<void> {
  if (transaction.locks.has(lock)) return;
  await runInside(transaction, { text: `select ${lockOf("$1")}`, values: [lock] });
  transaction.locks.add(lock);
}

function runInside(transaction: Transaction, query: { text: string; values: unknown[] }): Promise<Answer> {
  return transaction.turns.take(async () => {
    if (!transaction.isOpen) throw new Error("A statement came after the end of its transaction.");
    try {
      return await transaction.client.query<object>(query);
    } catch (error) {
      transaction.failure ??= error;
      throw error;
    }
  });
}

async function commit(transaction: Transaction): Promise<void> {
  if (transaction.failure !== undefined) throw transaction.failure;
  try {
    const { command } = await transaction.client.query("commit");
    if (command !== "COMMIT") throw new Error("The transaction was taken back by the database.");
  } catch (error) {
    transaction.failure = isLost(error) ? new UnknownCommit(error) : error;
    throw transaction.failure;
  }
}

const [boolean, numeric] = [16, 1700];

/** As SQLite gives them: what is compared is 0 or 1, and sums are numbers. */
function parse(oid: number): ((text: string) => unknown) | undefined {
  if (oid === boolean) return (text) => (text === "t" ? 1 : 0);
  return oid === numeric ? Number : undefined;
}

/** Each text is prepared once a connection, under a name; of those that filters put together only so many. */
const statements = new Map<
  string,
  StatementText & { readonly query: { readonly name?: string; readonly text: string } }
>();
const namedCountMax = 512;

function prepared(sql: string) {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = statementText(sql);
  if (statements.size >= namedCountMax) return { ...statement, query: { text: statement.text } };
  const named = { ...statement, query: { name: `web_${statements.size}`, text: statement.text } };
  statements.set(sql, named);
  return named;
}
