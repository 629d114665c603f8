import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { webKillLoop } from "./soak-kill.ts";

/** HIRAKU_KILL_ROUNDS sets the number of rounds. */
const rounds = Number(process.env["HIRAKU_KILL_ROUNDS"] ?? 2);
const seed = Number(process.env["HIRAKU_KILL_SEED"] ?? 1);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 180_000);
afterAll(() => server.stop());

async function newDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.url.replace(/\/postgres$/, `/${name}`);
}

test.each([true, false])(
  `${rounds} rounds of killed web apps and a killed database: nothing is charged twice or lost, and both books agree (idempotent: %s)`,
  async (idempotent) => {
    const database = await newDatabase(idempotent ? "recognises" : "without_promise");
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const totals = await webKillLoop({ server, database }, { rounds, seed, idempotent, say });
    say(JSON.stringify({ idempotent, ...totals }));
    expect(totals).toMatchObject({ broken: [], doubled: 0, lost: 0, looks: rounds });
    expect(totals.databaseCrashes).toBe(Math.floor(rounds / 2));
    expect(totals.charged).toBeGreaterThan(0);
    expect(totals.acknowledged).toBeGreaterThan(0);
  },
  3_600_000,
);
