import { expect, onTestFinished, test } from "vitest";
import { runSql, servePostgres } from "../../../service/testing/database.ts";
import { secretVersions } from "../../owners/secrets.ts";
import { PostgresStore } from "../../store/postgres/postgres-store.ts";
import { followSharedKeys, loadSharedKeys, rotateSharedKeys } from "./shared-keys.ts";
import { publicKeys, SigningKeys, signRecord } from "./signing-keys.ts";

const postgres = servePostgres();
const secrets = secretVersions(["s".repeat(32)]);

function open(url: string): PostgresStore {
  const store = new PostgresStore(url);
  onTestFinished(() => store.close());
  return store;
}

const kids = (keys: Parameters<typeof publicKeys>[0]) => publicKeys(keys).map(({ kid }) => kid);

test("web apps that start at once on one database sign with one key, which is sealed in it", async () => {
  const url = await postgres.newDatabase();
  const stores = [open(url), open(url), open(url)];
  const all = await Promise.all(stores.map((store) => loadSharedKeys(store, secrets)));
  expect(new Set(all.map((keys) => kids(keys).join())).size).toBe(1);
  const rows = await runSql(url, "select sealed_private_key from signing_keys");
  expect(rows).toEqual([{ sealed_private_key: expect.stringMatching(/^s1\./) }]);
  const other = loadSharedKeys(open(url), secretVersions(["o".repeat(32)]));
  await expect(other).rejects.toThrow("does not open");
});

test("a rotated key reaches a web app that runs, and the older ones stay", async () => {
  const url = await postgres.newDatabase();
  const [running, operator] = [open(url), open(url)];
  const signing = new SigningKeys("no folder");
  const stop = await followSharedKeys(running, secrets, signing);
  onTestFinished(stop);
  const [first = ""] = kids(signing.all());
  const [second = ""] = kids(await rotateSharedKeys(operator, secrets));
  expect(second).not.toBe(first);
  await expect.poll(() => kids(signing.all()), { timeout: 20_000 }).toEqual([second, first]);
  expect(signRecord({ a: 1 }, signing.all()).signer.kid).toBe(second);
});
