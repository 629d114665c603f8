import { expect, test } from "vitest";
import { first, firsts, openTestStore } from "../store/testing/test-store.ts";
import { recoveryCodeOf } from "./account-facts.ts";
import { keyIdOf, recognise } from "./identity.ts";
import { countSealed, reseal, sealedValues } from "./reseal.ts";
import { secretVersions } from "./secrets.ts";
import { beginSession, resumeSession } from "./sessions.ts";

const old = secretVersions(["o".repeat(40)]);
const both = secretVersions(["n".repeat(40), "o".repeat(40)]);
const newest = secretVersions(["n".repeat(40)]);
const upstreamUrl = "http://service";
const apiKey = "hk_key";

async function signedIn() {
  const store = openTestStore();
  const identity = await recognise(store, { upstream: upstreamUrl, apiKey, versions: old, nowMs: 0 });
  const sessionId = await beginSession(store, { identity, upstreamUrl, apiKey, demo: false, nowMs: 0, versions: old });
  return { store, identity, sessionId };
}

test("after a rotation sessions still work, and neither they nor their owners need the older secret", async () => {
  const { store, identity, sessionId } = await signedIn();
  expect(await reseal(store, both)).toMatchObject({ resealed: 2, unopened: 0, keysRenamed: 1 });
  const session = await resumeSession(store, sessionId, { nowMs: 1, upstreamUrl, versions: newest });
  expect(session).toMatchObject({ apiKey, ownerId: identity.ownerId });
  expect(await recoveryCodeOf(store, identity.ownerId, newest)).toBe(identity.recoveryCode);
  expect(session?.keyId).toBe(keyIdOf(upstreamUrl, apiKey, newest));
  expect((await recognise(store, { upstream: upstreamUrl, apiKey, versions: newest, nowMs: 1 })).ownerId).toBe(
    identity.ownerId,
  );
  expect([...(await countSealed(store))]).toEqual([[newest[0]?.id, 2]]);
});

test("a purchase in progress keeps the key it was made with", async () => {
  const { store, identity } = await signedIn();
  const oldId = keyIdOf(upstreamUrl, apiKey, old);
  await store.prepare(`insert into key_states (key_id, balance) values ('${oldId}', 7)`).run();
  await store
    .prepare(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
      credits_max, created_at, opened_at) values ('int', '${identity.ownerId}', 'u', 'k', 'p', 0, '${oldId}', 'i', 'sent', 1, 1, 0, 0)`,
    )
    .run();
  await reseal(store, both);
  const newId = keyIdOf(upstreamUrl, apiKey, newest);
  expect(await first(store, "select key_id from intents")).toBe(newId);
  expect(await first(store, "select balance from key_states where key_id = ?", newId)).toBe(7);
});

test("a value that no secret opens is counted and left as it is", async () => {
  const { store } = await signedIn();
  const before = await first(store, "select sealed_key from sessions");
  expect(await reseal(store, newest)).toMatchObject({ resealed: 0, unopened: 2 });
  expect(await first(store, "select sealed_key from sessions")).toBe(before);
});

test("every sealed column of the schema is sealed again", async () => {
  const store = openTestStore();
  const here = sealedValues.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === store.engine);
  const listed = here.map(({ table, column }) => `${table}.${column}`);
  expect(await firsts(store, sealedColumns[store.engine])).toEqual(listed.sort());
});

const sealedColumns = {
  sqlite: `select tables.name || '.' || columns.name from pragma_table_list as tables
    join pragma_table_info(tables.name) as columns
    where tables.schema = 'main' and tables.type = 'table' and columns.name like 'sealed\\_%' escape '\\' order by 1`,
  postgres: `select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name like 'sealed\\_%' escape '\\' order by 1`,
};
