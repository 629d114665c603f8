import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { recognise } from "../lib/owners/identity.ts";
import { secretVersions } from "../lib/owners/secrets.ts";
import { beginSession } from "../lib/owners/sessions.ts";
import { openDatabaseStore } from "../lib/store/database.ts";
import { noteSecret } from "../lib/store/installation.ts";
import { runSql, servePostgres } from "../service/testing/database.ts";
import { hashPath } from "./archive/layout.ts";
import { folder, hiraku } from "./testing/moving-house.ts";
import { buy } from "./testing/web-half.ts";

vi.setConfig({ testTimeout: 180_000 });

const postgres = servePostgres();
const [old, recent] = ["o".repeat(40), "n".repeat(40)];
const versions = secretVersions([old]);
const upstream = "https://service.example";

/** The web app's half in a database and a folder of its own, with a purchase; the data folder has nothing yet. */
async function setUp() {
  const place = folder();
  const addresses = {
    HIRAKU_DATA: join(folder(), "not-made-yet"),
    HIRAKU_WEB_DATABASE_URL: await postgres.newDatabase(),
    HIRAKU_WEB_BLOBS_URL: join(place, "bodies"),
    HIRAKU_SECRET: old,
  };
  const store = await openDatabaseStore(addresses.HIRAKU_WEB_DATABASE_URL);
  onTestFinished(() => store.close());
  await noteSecret(store, [versions[0]?.id ?? ""]);
  const identity = await recognise(store, { upstream, apiKey: "hk_one", versions, nowMs: Date.now() });
  const session = { identity, upstreamUrl: upstream, apiKey: "hk_one", demo: false, browser: "Firefox" };
  await beginSession(store, { ...session, nowMs: Date.now(), versions });
  const body = await buy(store, place, "page");
  const json = async (...args: [string, ...string[]]) => JSON.parse((await hiraku(addresses, ...args, "--json")).out);
  return { addresses, store, owner: identity.ownerId, body: join(place, hashPath("bodies", body)), json };
}

test("'check' reads it, its bodies and its secrets, where the process's own folder was never made", async () => {
  const { addresses, body, json } = await setUp();
  const whole = await hiraku(addresses, "check");
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining("1 purchases")]);
  expect(existsSync(addresses.HIRAKU_DATA)).toBe(false);
  const service = { ...addresses, HIRAKU_DATABASE_URL: await postgres.newDatabase() };
  await hiraku(service, "keys", "create", "--credits", "5");
  expect(await hiraku({ ...service, HIRAKU_DATA: join(folder(), "absent") }, "check")).toMatchObject({ code: 0 });

  expect((await hiraku({ ...addresses, HIRAKU_SECRET: recent }, "check")).out).toContain("none of the 1 known secrets");
  writeFileSync(body, "flipped");
  expect((await hiraku(addresses, "check")).out).toContain("is damaged");
  await runSql(addresses.HIRAKU_WEB_DATABASE_URL, "delete from ledger");
  const faulty = await json("check");
  expect(JSON.stringify(faulty)).toContain("1 stored purchases have no ledger entry");
});

test("'sessions' lists and ends browsers, 'secret' tells and rotates, 'receipt-keys' makes and keeps keys", async () => {
  const { addresses, store, owner, json } = await setUp();
  const [session] = await json("sessions", "list");
  expect(session).toMatchObject({ owner, browser: "Firefox" });
  expect(await json("secret", "list")).toMatchObject([{ sealed: 2, known: true }]);

  const [first] = await json("receipt-keys", "list");
  const rotated = await json("receipt-keys", "rotate");
  expect(rotated).toHaveLength(2);
  expect(await json("receipt-keys", "list")).toEqual(rotated);
  expect(rotated[1]).toEqual(first);

  const both = { ...addresses, HIRAKU_SECRET: `${recent} ${old}` };
  // The session's key and recovery code, and both keys that sign receipts.
  expect(JSON.parse((await hiraku(both, "secret", "rotate", "--json")).out)).toMatchObject({
    resealed: 4,
    unopened: 0,
  });
  const alone = { ...addresses, HIRAKU_SECRET: recent };
  expect(JSON.parse((await hiraku(alone, "receipt-keys", "list", "--json")).out)).toEqual(rotated);
  expect(await hiraku(alone, "check")).toMatchObject({ code: 0 });
  expect((await hiraku({ ...addresses, HIRAKU_SECRET: "" }, "secret", "list")).err).toContain("HIRAKU_SECRET must be");

  expect((await hiraku(alone, "sessions", "end", session.id)).out).toBe("1 session is ended.\n");
  const rows = await store.prepare<[], { ended_by: string | null }>("select ended_by from sessions").all();
  expect(rows).toEqual([{ ended_by: "operator" }]);
});

test("'backup' says what is not in it and 'restore' what it can't fill; neither touches the database", async () => {
  const { addresses } = await setUp();
  const alone = await hiraku(addresses, "backup", join(folder(), "none.zip"));
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining("There is no store")]);
  mkdirSync(addresses.HIRAKU_DATA, { recursive: true });
  expect(await hiraku(addresses, "keys", "create", "--credits", "5")).toMatchObject({ code: 0 });
  const file = join(folder(), "service.zip");
  const made = await hiraku(addresses, "backup", file);
  expect([made.code, made.err]).toEqual([0, expect.stringContaining("the web app's half is in its database")]);
  const to = { ...addresses, HIRAKU_DATA: folder() };
  expect((await hiraku(to, "restore", file)).err).toContain("run it without HIRAKU_WEB_DATABASE_URL");
  writeFileSync(join(addresses.HIRAKU_DATA, "web.db"), "");
  expect((await hiraku(addresses, "backup", file, "--replace")).err).toContain(
    "holds a web.db that is no longer in use",
  );
});

test("a password in the address is in no message", async () => {
  const password = "very-secret-password";
  const url = `postgres://u:${password}@127.0.0.1:1/d`;
  const addresses = { HIRAKU_DATA: folder(), HIRAKU_SECRET: old, HIRAKU_WEB_DATABASE_URL: url };
  const told = await Promise.all([hiraku(addresses, "check"), hiraku(addresses, "sessions", "list")]);
  for (const { code, out, err } of told) {
    expect([code, out + err]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
    expect(out + err).not.toContain(password);
  }
});
