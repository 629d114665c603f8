import { expect, test } from "vitest";
import { openMemoryStore } from "../store/database.ts";
import { sealedColumns } from "../store/sqlite/verify-store.ts";
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
  const store = openMemoryStore();
  const identity = await recognise(store, { upstream: upstreamUrl, apiKey, versions: old, nowMs: 0 });
  const sessionId = await beginSession(store, { identity, upstreamUrl, apiKey, demo: false, nowMs: 0, versions: old });
  return { store, identity, sessionId };
}

test("after a rotation sessions still work, and neither they nor their owners need the older secret", async () => {
  const { store, identity, sessionId } = await signedIn();
  expect(await reseal(store, both)).toMatchObject({ resealed: 2, unopened: 0, keysRenamed: 1 });
  const session = await resumeSession(store, sessionId, { nowMs: 1, upstreamUrl, versions: newest });
  expect(session).toMatchObject({ apiKey, ownerId: identity.ownerId, recoveryCode: identity.recoveryCode });
  expect(session?.keyId).toBe(keyIdOf(upstreamUrl, apiKey, newest));
  expect((await recognise(store, { upstream: upstreamUrl, apiKey, versions: newest, nowMs: 1 })).ownerId).toBe(
    identity.ownerId,
  );
  expect([...(await countSealed(store))]).toEqual([[newest[0]?.id, 2]]);
});

test("a purchase in progress keeps the key it was made with", async () => {
  const { store, identity } = await signedIn();
  const oldId = keyIdOf(upstreamUrl, apiKey, old);
  store.db.exec(`insert into key_states (key_id, balance) values ('${oldId}', 7);
    insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
      credits_max, created_at, opened_at) values ('int', '${identity.ownerId}', 'u', 'k', 'p', 0, '${oldId}', 'i', 'sent', 1, 1, 0, 0)`);
  await reseal(store, both);
  const newId = keyIdOf(upstreamUrl, apiKey, newest);
  expect(store.db.prepare("select key_id from intents").pluck().get()).toBe(newId);
  expect(store.db.prepare("select balance from key_states where key_id = ?").pluck().get(newId)).toBe(7);
});

test("a value that no secret opens is counted and left as it is", async () => {
  const { store } = await signedIn();
  const before = store.db.prepare("select sealed_key from sessions").pluck().get();
  expect(await reseal(store, newest)).toMatchObject({ resealed: 0, unopened: 2 });
  expect(store.db.prepare("select sealed_key from sessions").pluck().get()).toBe(before);
});

test("every sealed column of the schema is sealed again", () => {
  const listed = sealedValues.map(({ table, column }) => `${table}.${column}`).sort();
  expect(sealedColumns(openMemoryStore().db).map(({ table, column }) => `${table}.${column}`)).toEqual(listed);
});
