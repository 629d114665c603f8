import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Store } from "../store/database.ts";
import { answerRecoveryOffer } from "../store/recovery.ts";
import { deleteSessionsOfOwner, listSessions } from "../store/sessions.ts";
import { openTestStore } from "../store/testing/test-store.ts";
import { recoveryCodeOf } from "./account-facts.ts";
import { IdentityError, keyIdOf, recognise } from "./identity.ts";
import { secretVersions } from "./secrets.ts";
import {
  absoluteMs,
  beginSession,
  endSessionsOfKey,
  hashPrefixOf,
  idleMs,
  publicSessionId,
  resumeSession,
  sessionBounds,
  sessionHashOf,
  sessionsPerOwnerMax,
} from "./sessions.ts";

const logged: object[] = [];
vi.mock("../log.ts", () => ({ logEvent: (name: string, fields: object) => void logged.push({ name, ...fields }) }));

const versions = secretVersions(["s".repeat(32)]);
const upstream = "https://service.example";
const nowMs = Date.UTC(2026, 10, 21);
let store: Store;
beforeEach(() => {
  logged.length = 0;
  store = openTestStore();
});

function know(apiKey: string, more: Partial<Parameters<typeof recognise>[1]> = {}) {
  return recognise(store, { upstream, apiKey, versions, nowMs, ...more });
}

async function begin(apiKey = "hk_one", atMs = nowMs, demo = false): Promise<string> {
  return beginSession(store, {
    identity: await know(apiKey),
    upstreamUrl: upstream,
    apiKey,
    demo,
    nowMs: atMs,
    versions,
  });
}

function resume(sessionId: string, atMs: number, upstreamUrl = upstream) {
  return resumeSession(store, sessionId, { nowMs: atMs, upstreamUrl, versions });
}

describe("a session", () => {
  it("returns the key it was begun with", async () => {
    expect((await resume(await begin(), nowMs))?.apiKey).toBe("hk_one");
  });

  it("ends after eight hours without use, to the millisecond", async () => {
    const id = await begin();
    expect(await resume(id, nowMs + idleMs)).toBeDefined();
    const other = await begin();
    expect(await resume(other, nowMs + idleMs + 1)).toBeUndefined();
    expect(await resume(other, nowMs)).toBeUndefined();
  });

  it("lasts while it is used, and ends after seven days in any case", async () => {
    const id = await begin();
    const step = idleMs / 2;
    let atMs = nowMs;
    while (atMs + step <= nowMs + absoluteMs) {
      atMs += step;
      expect(await resume(id, atMs)).toBeDefined();
    }
    expect(await resume(id, nowMs + absoluteMs + 1)).toBeUndefined();
  });

  it("can't be resumed by somebody who can read the store but has no cookie", async () => {
    const id = await begin();
    expect(await resume(sessionHashOf(id), nowMs)).toBeUndefined();
    const dump = JSON.stringify(await store.prepare("select * from sessions").all());
    expect(dump).not.toContain(id);
    expect(dump).not.toContain("hk_one");
  });

  it("does not carry its key to another service", async () => {
    expect(await resume(await begin(), nowMs, "https://elsewhere.example")).toBeUndefined();
  });

  it("ends everywhere at once for its owner, and for nobody else", async () => {
    const [one, two, other] = [await begin(), await begin(), await begin("hk_other")];
    const owner = (await know("hk_one")).ownerId;
    expect(await listSessions(store, sessionBounds(nowMs), owner)).toHaveLength(2);
    await deleteSessionsOfOwner(store, owner);
    expect(await Promise.all([one, two, other].map(async (id) => (await resume(id, nowMs)) !== undefined))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("ends for all who are signed in with a revoked key, and for nobody else", async () => {
    const [one, two, other] = [await begin("hk_one"), await begin("hk_one"), await begin("hk_other")];
    await endSessionsOfKey(store, (await know("hk_one")).keyId);
    expect(await Promise.all([one, two, other].map(async (id) => (await resume(id, nowMs)) !== undefined))).toEqual([
      false,
      false,
      true,
    ]);
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatchObject({
      name: "session_ended",
      reason: "key_revoked",
      ownerId: (await know("hk_one")).ownerId,
    });
    // The library remains, for the same key should it become valid again, and for its recovery code.
    expect((await know("hk_one")).recoveryCode).toBeUndefined();
  });

  it("is logged when it ends by its age or because it was unused, without key or cookie", async () => {
    const id = await begin();
    await resume(id, nowMs + idleMs + 1);
    await begin("hk_one", nowMs);
    await begin("hk_one", nowMs + absoluteMs + 1);
    expect(logged).toMatchObject([{ reason: "idle" }, { reason: "expired" }]);
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${id}|hk_one`));
  });

  it("is replaced by a new one of the same library when there are too many, and never by another library's", async () => {
    const other = await begin("hk_other", nowMs - 1000);
    const first = await begin("hk_one", nowMs - 500);
    for (let count = 1; count < sessionsPerOwnerMax; count++) await begin("hk_one", nowMs - 400 + count);
    expect(await resume(first, nowMs)).toBeDefined();
    await begin("hk_one", nowMs);
    expect(await resume(first, nowMs)).toBeUndefined();
    expect(await resume(other, nowMs)).toBeDefined();
    expect(await listSessions(store, sessionBounds(nowMs), (await know("hk_one")).ownerId)).toHaveLength(
      sessionsPerOwnerMax,
    );
  });

  it("has a public id that names it and can't resume it", async () => {
    const id = await begin();
    const publicId = publicSessionId(sessionHashOf(id));
    expect(hashPrefixOf(publicId)).toBe(sessionHashOf(id).slice(0, 16));
    expect(await resume(publicId, nowMs)).toBeUndefined();
    for (const odd of ["", "ses_", "ses_%", "ses_0123456789ABCDEF", `${publicId}0`, id]) {
      expect(hashPrefixOf(odd), odd).toBeUndefined();
    }
  });
});

describe("an owner", () => {
  it("is the same for the same key and service, and different for any other", async () => {
    const ids = [
      await know("hk_one"),
      await know("hk_one"),
      await know("hk_two"),
      await know("hk_one", { upstream: "https://b.example" }),
    ];
    expect(new Set(ids.map(({ ownerId }) => ownerId)).size).toBe(3);
    expect(ids[0]?.ownerId).toBe(ids[1]?.ownerId);
  });

  it("is found by its recovery code with a new key, however the code is typed", async () => {
    const first = await know("hk_one");
    const typed = (first.recoveryCode ?? "").toLowerCase().replaceAll("-", " ").replaceAll("0", "o");
    expect((await know("hk_new", { join: { recoveryCode: typed } })).ownerId).toBe(first.ownerId);
    expect((await know("hk_new")).ownerId).toBe(first.ownerId);
  });

  it("can read its recovery code until it has noted it, from any session, and never with the demo key", async () => {
    const codeOf = async (key: string) => recoveryCodeOf(store, (await know(key)).ownerId, versions);
    await begin("hk_one");
    const code = await codeOf("hk_one");
    expect(code).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/);
    await begin("hk_one", nowMs + absoluteMs + 1);
    expect(await codeOf("hk_one")).toBe(code);
    const { ownerId } = await know("hk_one");
    await answerRecoveryOffer(store, ownerId, "declined", nowMs);
    expect(await codeOf("hk_one")).toBe(code);
    await answerRecoveryOffer(store, ownerId, "noted", nowMs);
    expect(await codeOf("hk_one")).toBeUndefined();
    expect((await know("hk_new", { join: { recoveryCode: code ?? "" } })).ownerId).toBe(ownerId);
    await begin("hk_demo", nowMs, true);
    expect(await codeOf("hk_demo")).toBeUndefined();
  });

  it("is not found by a wrong code, and a key with a library of its own joins no other", async () => {
    const first = await know("hk_one");
    await know("hk_two");
    const unknown = know("hk_new", { join: { recoveryCode: "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA" } });
    await expect(unknown).rejects.toThrow(IdentityError);
    const others = know("hk_two", { join: { recoveryCode: first.recoveryCode ?? "" } });
    await expect(others).rejects.toThrow("key_has_other_library");
    expect((await know("hk_two")).ownerId).not.toBe(first.ownerId);
  });

  it("keeps its library when the secret is rotated, and when the old one is then dropped", async () => {
    const before = (await know("hk_one")).ownerId;
    const [next] = secretVersions(["n".repeat(32)]);
    if (next === undefined) throw new Error("no version");
    expect((await know("hk_one", { versions: [next, ...versions] })).ownerId).toBe(before);
    expect((await know("hk_one", { versions: [next] })).ownerId).toBe(before);
  });

  it("is kept in the store without its key or its code", async () => {
    const { recoveryCode, keyId } = await know("hk_one");
    const dump = JSON.stringify([
      await store.prepare("select * from owners").all(),
      await store.prepare("select * from owner_keys").all(),
    ]);
    expect(dump).toContain(keyId);
    expect(dump).not.toContain("hk_one");
    expect(dump).not.toContain(recoveryCode ?? "?");
    expect(keyIdOf(upstream, "hk_one", versions)).toBe(keyId);
  });
});
