import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { Pool, type PoolClient, types } from "pg";
import { SerialQueue } from "../process/turns.ts";
import { prepared, type Statement, Statements } from "./statements.ts";

/** A pool, or the connection of a transaction. */
export interface Queries {
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  row<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Several statements without values. */
  script(sql: string): Promise<void>;
}

export interface Connections {
  /** Commits are synced: what was acknowledged survives the end of the database. */
  readonly durable: Queries;
  /** The same, for what must not be done twice: not repeated where its connection breaks. */
  readonly once: Queries;
  /** Commits are synced a little later: for reads, and for what may be lost with the last fraction of a second. */
  readonly quick: Queries;
  /** A transaction of several statements; those of this process run one after the other. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** One consistent state for several reads. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** One message and one transaction for all that `work` asks before it first waits. */
  together<T>(work: () => T): T;
  /** A connection of its own, to be ended by whoever asked for it. */
  borrow(): Promise<PoolClient>;
  close(): Promise<void>;
}

/** Times and counts are far below 2^53. */
const bigint = 20;

function parserOf(oid: number, format: "text" | "binary" = "text"): (value: string) => unknown {
  return oid === bigint ? Number : types.getTypeParser(oid, format === "binary" ? "text" : format);
}

const connectWithinMs = 5_000;
/** While a database restarts or another one takes over, requests wait this long for it. */
const retryForMs = 3_000;
const pauseMs = 50;

/** The database drops a connection to a machine that vanished, and with it its locks, after half a minute. */
const soonNoticed = "-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

export function connect(url: string): Connections {
  const durablePool = openPool(url, { max: 12, options: soonNoticed });
  const quickPool = openPool(url, { max: 8, options: `${soonNoticed} -c synchronous_commit=off` });
  const turns = new SerialQueue();
  const durable = queriesOn(onPool(durablePool), true);

  return {
    durable,
    once: queriesOn(onPool(durablePool), false),
    quick: queriesOn(onPool(quickPool), true),
    async transaction(work) {
      if (inside.getStore() === turns) throw new Error("A write inside a transaction belongs to that transaction.");
      return turns.take(() => inside.run(turns, () => inTransaction(durablePool, "BEGIN", work)));
    },
    snapshot: (work) => inTransaction(quickPool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    together,
    borrow: () => durablePool.connect(),
    close: async () => void (await Promise.all([durablePool.end(), quickPool.end()])),
  };
}

/** `parse` reads a type of values in its own way; undefined leaves it to the driver. */
export function openPool(
  url: string,
  { max, options = "", parse }: { readonly max: number; readonly options?: string; readonly parse?: Parser },
): Pool {
  const getTypeParser = (oid: number, format?: "text" | "binary") => parse?.(oid) ?? parserOf(oid, format);
  const pool = new Pool({
    connectionString: url,
    max,
    options,
    types: { getTypeParser },
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    application_name: "hiraku",
  });
  // An idle connection that breaks is replaced when one is needed next.
  pool.on("error", ignored);
  // One that breaks while it is used is told by its statement.
  pool.on("connect", (client) => client.on("error", ignored));
  return pool;
}

const ignored = () => {};

type Parser = (oid: number) => ((text: string) => unknown) | undefined;

const inside = new AsyncLocalStorage<SerialQueue>();

async function inTransaction<T>(pool: Pool, begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await retrying(() => pool.connect());
  let broken: Error | undefined;
  // Told by the statement that runs, or by the next one.
  const note = (error: Error) => (broken = error);
  client.on("error", note);
  try {
    await client.query(begin);
    const result = await work(queriesOn(onClient(client), false));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(note);
    throw error;
  } finally {
    client.off("error", note);
    client.release(broken);
  }
}

interface Target {
  ask(statement: Statement): Promise<object[]>;
  script(sql: string): Promise<unknown>;
}

const onClient = (client: PoolClient): Target => ({
  ask: async (statement) => (await answersOf(client, [statement]))[0] ?? [],
  script: (sql) => client.query(sql),
});

const onPool = (pool: Pool): Target => ({
  ask: (statement) => {
    if (gathering === undefined) return askAlone(pool, statement);
    return new Promise((resolve, reject) => {
      gathering?.push({ pool, statement, resolve, reject });
    });
  },
  script: (sql) => pool.query(sql),
});

interface Gathered {
  readonly pool: Pool;
  readonly statement: Statement;
  readonly resolve: (rows: object[] | Promise<object[]>) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls of `together` until its work first waits. */
let gathering: Gathered[] | undefined;

function together<T>(work: () => T): T {
  if (gathering !== undefined) return work();
  const gathered: Gathered[] = [];
  gathering = gathered;
  try {
    return work();
  } finally {
    gathering = undefined;
    for (const [pool, asked] of Map.groupBy(gathered, (each) => each.pool)) void askTogether(pool, asked);
  }
}

async function askTogether(pool: Pool, asked: readonly Gathered[]): Promise<void> {
  try {
    const answers = await askPool(
      pool,
      asked.map(({ statement }) => statement),
    );
    for (const [at, { resolve }] of asked.entries()) resolve(answers[at] ?? []);
  } catch (error) {
    for (const { statement, resolve, reject } of asked) {
      if (isLost(error) || asked.length === 1) reject(error);
      // One of them failed and all were taken back: each shows for itself whether it was that one.
      else resolve(askAlone(pool, statement));
    }
  }
}

const askAlone = async (pool: Pool, statement: Statement) => (await askPool(pool, [statement]))[0] ?? [];

async function askPool(pool: Pool, statements: readonly Statement[]): Promise<object[][]> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    return await answersOf(client, statements);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A refusal by rule leaves the connection as it was; of what else may be wrong nothing is kept.
    client.release(failure !== undefined && refusalOf(failure) === undefined);
  }
}

function answersOf(client: PoolClient, statements: readonly Statement[]): Promise<object[][]> {
  return new Promise((resolve, reject) => void client.query(new Statements(statements, parserOf, { resolve, reject })));
}

/** A statement that is safe to repeat is repeated where its connection broke. */
function queriesOn(target: Target, repeats: boolean): Queries {
  const run = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const statement = { ...prepared(sql), values };
    const rows = await (repeats ? retrying(() => target.ask(statement)) : target.ask(statement));
    // The driver can't know what a text selects; the caller, who wrote it, says so.
    return rows as Row[];
  };
  return {
    rows: run,
    row: async <Row extends object>(sql: string, values?: readonly unknown[]) => (await run<Row>(sql, values))[0],
    script: async (sql) => void (await target.script(sql)),
  };
}

export async function retrying<T>(work: () => Promise<T>, forMs = retryForMs): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLost(error) || performance.now() - startedMs > forMs) throw error;
      await delay(pauseMs * (1 + Math.random()));
    }
  }
}

/** The connection broke, or the database is stopping, starting or out of reach: nothing of the statement is wrong. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^(?:08|57P0[123])/.test(code)) return true;
  if (["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code)) return true;
  return /^Connection terminated|^timeout exceeded when trying to connect|not queryable/.test(error.message);
}

/** Our own functions in the database raise this code. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && error.code === "HR001" ? error.message : undefined;
}
