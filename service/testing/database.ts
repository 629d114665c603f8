import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";
import { type PostgresServer, startPostgres } from "../../scripts/postgres-server.ts";

/** One PostgreSQL for the file. It fails, and with it all tests, where it can't be started. */
export function servePostgres(): { newDatabase(): Promise<string>; readonly server: PostgresServer } {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  }, 180_000);
  afterAll(() => server?.stop());
  const running = (): PostgresServer => {
    if (server === undefined) throw new Error("PostgreSQL is not running.");
    return server;
  };
  return {
    get server() {
      return running();
    },
    /** Empty; returns its address. */
    async newDatabase() {
      const name = `test_${randomUUID().replaceAll("-", "")}`;
      await runSql(running().url, `CREATE DATABASE ${name}`);
      return running().url.replace(/\/postgres$/, `/${name}`);
    },
  };
}

/** From outside the program. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
