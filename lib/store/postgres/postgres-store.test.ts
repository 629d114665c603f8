import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runSql, servePostgres } from "../../../service/testing/database.ts";
import { UnknownCommit } from "./faults.ts";
import { PostgresStore } from "./postgres-store.ts";

const postgres = servePostgres();

function open(url: string): PostgresStore {
  const store = new PostgresStore(url);
  onTestFinished(() => store.close());
  return store;
}

const add = "insert into owners (owner_id, created_at, recovery_hash) values (?, ?, ?)";
const names = async (store: PostgresStore) =>
  (await store.prepare<[], { owner_id: string }>("select owner_id from owners order by owner_id").all()).map(
    (row) => row.owner_id,
  );

test("values come back as they do from SQLite: whole numbers, 0 and 1, sums, bytes, null", async () => {
  const store = open(await postgres.newDatabase());
  await store.prepare(add).run("o1", 1_700_000_000_000, null);
  const row = await store
    .prepare(
      "select created_at, created_at > 5 as late, sum(created_at) as total, count(*) as count, recovery_hash, @bytes::bytea as bytes from owners group by owner_id",
    )
    .get({ bytes: Buffer.from([0, 255]) });
  expect(row).toEqual({
    created_at: 1_700_000_000_000,
    late: 1,
    total: 1_700_000_000_000,
    count: 1,
    recovery_hash: null,
    bytes: Buffer.from([0, 255]),
  });
  expect(await store.prepare("update owners set recovery_hash = 'x'").run()).toEqual({ changes: 1 });
});

test("texts are in the order of their bytes", async () => {
  const store = open(await postgres.newDatabase());
  for (const name of ["b", "Z", "a", "é", "あ", "_"]) await store.prepare(add).run(name, 0, null);
  expect(await names(store)).toEqual(["Z", "_", "a", "b", "é", "あ"]);
});

test("a transaction stores all or nothing, inner ones belong to it, and others see nothing of it before its end", async () => {
  const url = await postgres.newDatabase();
  const [store, other] = [open(url), open(url)];
  await store.atomically(async () => {
    await store.prepare(add).run("o1", 0, null);
    await store.atomically(async () => void (await store.prepare(add).run("o2", 0, null)), "inner");
    expect(await names(store)).toEqual(["o1", "o2"]);
    expect(await names(other)).toEqual([]);
  });
  const failed = store.atomically(async () => {
    await store.prepare(add).run("o3", 0, null);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  expect(await names(other)).toEqual(["o1", "o2"]);
});

test("a statement that failed ends its transaction, also where the failure is swallowed", async () => {
  const store = open(await postgres.newDatabase());
  const swallowed = store.atomically(async () => {
    await store.prepare(add).run("o1", 0, null);
    await store
      .prepare(add)
      .run("o1", 0, null)
      .catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow("duplicate key");
  expect(await names(store)).toEqual([]);
});

test("what was begun inside and not awaited is outside after the end", async () => {
  const store = open(await postgres.newDatabase());
  let late: Promise<unknown> = Promise.resolve();
  await store.atomically(async () => {
    late = delay(30).then(() => store.prepare(add).run("late", 0, null));
  });
  await late;
  expect(await names(store)).toEqual(["late"]);
});

/** A confirmation as the app makes it: looks at what is spent, and spends where the cap has room. */
async function confirm(store: PostgresStore, name: string, lock: string | undefined): Promise<boolean> {
  const cap = 10;
  return store.atomically(async () => {
    const spent = await store
      .prepare<[], { credits: number }>("select coalesce(sum(created_at), 0) as credits from owners")
      .get();
    if (Number(spent?.credits) + 3 > cap) return false;
    await delay(Math.random() * 5);
    await store.prepare(add).run(name, 3, null);
    return true;
  }, lock);
}

test("32 confirmations over two stores of one database never overspend a cap together", async () => {
  const url = await postgres.newDatabase();
  const stores = [open(url), open(url)] as const;
  const race = (lock: string | undefined) =>
    Promise.all(Array.from({ length: 32 }, (_, i) => confirm(i % 2 === 0 ? stores[0] : stores[1], `o${i}`, lock)));
  expect((await race("owner-1")).filter(Boolean)).toHaveLength(3);
  // Without the lock they do: the race is one.
  await stores[0].prepare("delete from owners").run();
  expect((await race(undefined)).filter(Boolean).length).toBeGreaterThan(3);
});

test("of two transactions that wait for each other one begins again, and both are stored once", async () => {
  const url = await postgres.newDatabase();
  const store = open(url);
  await store.prepare(add).run("a", 0, null);
  await store.prepare(add).run("b", 0, null);
  const raise = store.prepare("update owners set created_at = created_at + 1 where owner_id = ?");
  const crossing = (first: string, second: string) =>
    store.atomically(async () => {
      await raise.run(first);
      await delay(100);
      await raise.run(second);
    });
  await Promise.all([crossing("a", "b"), crossing("b", "a")]);
  expect(await store.prepare("select owner_id, created_at from owners order by owner_id").all()).toEqual([
    { owner_id: "a", created_at: 2 },
    { owner_id: "b", created_at: 2 },
  ]);
}, 20_000);

const endOthers =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

test("a connection that breaks before the commit is replaced, and the transaction runs again", async () => {
  const url = await postgres.newDatabase();
  const store = open(url);
  let runs = 0;
  await store.atomically(async () => {
    runs++;
    await store.prepare(add).run("o1", 0, null);
    if (runs === 1) await runSql(url, endOthers);
    await store.prepare(add).run("o2", 0, null);
  });
  expect([runs, await names(store)]).toEqual([2, ["o1", "o2"]]);
  await runSql(url, endOthers);
  expect(await names(store)).toEqual(["o1", "o2"]);
});

test("a connection that breaks in the commit leaves it open whether it happened, and nothing is repeated", async () => {
  const url = await postgres.newDatabase();
  const store = open(url);
  await store.start();
  // Commits that take long.
  await runSql(
    url,
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return null; end $$;
     create constraint trigger slow after insert on owners deferrable initially deferred for each row execute function slow();`,
  );
  let runs = 0;
  const lost = store.atomically(async () => {
    runs++;
    await store.prepare(add).run("o1", 0, null);
  });
  const settled = lost.catch((error: unknown) => error);
  const inCommit =
    "select 1 from pg_stat_activity where query = 'commit' and state = 'active' and datname = current_database()";
  await expect.poll(async () => (await runSql(url, inCommit)).length, { timeout: 10_000 }).toBe(1);
  await runSql(url, endOthers);
  expect(await settled).toBeInstanceOf(UnknownCommit);
  expect([runs, await names(store)]).toEqual([1, []]);
}, 20_000);

test("a write outside a transaction is repeated only where the database took it back", async () => {
  const url = await postgres.newDatabase();
  const store = open(url);
  await store.start();
  await runSql(
    url,
    `create table slow_writes (n bigint); create function slow() returns trigger language plpgsql as
       $$ begin if (select count(*) from owners) = 0 then perform pg_sleep(20); end if; return new; end $$;
     create trigger slow before insert on slow_writes for each row execute function slow();`,
  );
  const write = store.prepare("insert into slow_writes values (1)").run();
  const writing = "select 1 from pg_stat_activity where query like 'insert into slow%' and state = 'active'";
  await expect.poll(async () => (await runSql(url, writing)).length, { timeout: 10_000 }).toBe(1);
  await runSql(url, "insert into owners (owner_id, created_at) values ('now', 1)");
  await runSql(url, endOthers);
  expect(await write).toEqual({ changes: 1 });
  expect(await runSql(url, "select count(*)::int as count from slow_writes")).toEqual([{ count: 1 }]);
}, 20_000);

test("a table that another version extended is read on", async () => {
  const url = await postgres.newDatabase();
  const store = open(url);
  const all = store.prepare("select * from owners");
  const inside = () => store.atomically(() => all.all());
  expect([await all.all(), await inside()]).toEqual([[], []]);
  await runSql(url, "alter table owners add column extra bigint");
  expect([await all.all(), await inside()]).toEqual([[], []]);
});
