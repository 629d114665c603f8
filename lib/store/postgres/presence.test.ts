import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { runSql, servePostgres } from "../../../service/testing/database.ts";
import { holdWithoutWebApps, joinWebApps } from "./presence.ts";

const postgres = servePostgres();

test("web apps run beside each other, and a command that needs none is refused until the last has ended", async () => {
  const url = await postgres.newDatabase();
  const webs = [await joinWebApps(url), await joinWebApps(url)];
  expect(await holdWithoutWebApps(url)).toBeUndefined();
  await webs[0]?.release();
  expect(await holdWithoutWebApps(url)).toBeUndefined();
  await webs[1]?.release();
  const command = await holdWithoutWebApps(url);
  onTestFinished(() => command?.release());
  expect(command).toBeDefined();
  await expect(joinWebApps(url)).rejects.toThrow("held by a command");
});

test("a web app whose connection broke holds it again, and ends where a command has it", async () => {
  const url = await postgres.newDatabase();
  let refused = 0;
  const web = await joinWebApps(url, () => refused++);
  onTestFinished(() => web.release());
  const ours = "datname = current_database() and pid <> pg_backend_pid()";
  const holders = async () => {
    const rows = await runSql(
      url,
      "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
    return rows.map(({ pid }) => pid);
  };
  const [before] = await holders();
  await runSql(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
  await expect.poll(async () => (await holders()).some((pid) => pid !== before)).toBe(true);
  expect(refused).toBe(0);
  expect(await holdWithoutWebApps(url)).toBeUndefined();

  // A command that waits for the lock comes first when the connection breaks.
  const command = new Client({ connectionString: url, application_name: "command" });
  await command.connect();
  onTestFinished(() => command.end());
  const taken = command.query("select pg_advisory_lock(4710012)");
  await expect.poll(async () => (await holders()).length).toBe(2);
  await runSql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hiraku' and ${ours}`,
  );
  await taken;
  await expect.poll(() => refused).toBe(1);
}, 30_000);
