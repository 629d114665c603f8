import { beforeEach, describe, expect, it, vi } from "vitest";
import { openMemoryStore, type Store } from "../store/database.ts";
import { deleteSessionsOfOwner, forgetRecoveryCode, listSessions } from "../store/sessions.ts";
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
  store = openMemoryStore();
});

function know(apiKey: string, more: Partial<Parameters<typeof recognise>[1]> = {}) {
  return recognise(store, { upstream, apiKey, versions, nowMs, ...more });
}

function begin(apiKey = "hk_one", atMs = nowMs, demo = false): string {
  return beginSession(store, { identity: know(apiKey), upstreamUrl: upstream, apiKey, demo, nowMs: atMs, versions });
}

function resume(sessionId: string, atMs: number, upstreamUrl = upstream) {
  return resumeSession(store, sessionId, { nowMs: atMs, upstreamUrl, versions });
}

describe("a session", () => {
  it("returns the key it was begun with", () => {
    expect(resume(begin(), nowMs)?.apiKey).toBe("hk_one");
  });

  it("ends after eight hours without use, to the millisecond", () => {
    const id = begin();
    expect(resume(id, nowMs + idleMs)).toBeDefined();
    const other = begin();
    expect(resume(other, nowMs + idleMs + 1)).toBeUndefined();
    expect(resume(other, nowMs)).toBeUndefined();
  });

  it("lasts while it is used, and ends after seven days in any case", () => {
    const id = begin();
    const step = idleMs / 2;
    let atMs = nowMs;
    while (atMs + step <= nowMs + absoluteMs) {
      atMs += step;
      expect(resume(id, atMs)).toBeDefined();
    }
    expect(resume(id, nowMs + absoluteMs + 1)).toBeUndefined();
  });

  it("can't be resumed by somebody who can read the store but has no cookie", () => {
    const id = begin();
    expect(resume(sessionHashOf(id), nowMs)).toBeUndefined();
    const dump = JSON.stringify(store.prepare("select * from sessions").all());
    expect(dump).not.toContain(id);
    expect(dump).not.toContain("hk_one");
  });

  it("does not carry its key to another service", () => {
    expect(resume(begin(), nowMs, "https://elsewhere.example")).toBeUndefined();
  });

  it("ends everywhere at once for its owner, and for nobody else", () => {
    const [one, two, other] = [begin(), begin(), begin("hk_other")];
    const owner = know("hk_one").ownerId;
    expect(listSessions(store, sessionBounds(nowMs), owner)).toHaveLength(2);
    deleteSessionsOfOwner(store, owner);
    expect([one, two, other].map((id) => resume(id, nowMs) !== undefined)).toEqual([false, false, true]);
  });

  it("ends for all who are signed in with a revoked key, and for nobody else", () => {
    const [one, two, other] = [begin("hk_one"), begin("hk_one"), begin("hk_other")];
    endSessionsOfKey(store, know("hk_one").keyId);
    expect([one, two, other].map((id) => resume(id, nowMs) !== undefined)).toEqual([false, false, true]);
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatchObject({ name: "session_ended", reason: "key_revoked", ownerId: know("hk_one").ownerId });
    // The library remains, for the same key should it become valid again, and for its recovery code.
    expect(know("hk_one").recoveryCode).toBeUndefined();
  });

  it("is logged when it ends by its age or because it was unused, without key or cookie", () => {
    const id = begin();
    resume(id, nowMs + idleMs + 1);
    begin("hk_one", nowMs);
    begin("hk_one", nowMs + absoluteMs + 1);
    expect(logged).toMatchObject([{ reason: "idle" }, { reason: "expired" }]);
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${id}|hk_one`));
  });

  it("is replaced by a new one of the same library when there are too many, and never by another library's", () => {
    const other = begin("hk_other", nowMs - 1000);
    const first = begin("hk_one", nowMs - 500);
    for (let count = 1; count < sessionsPerOwnerMax; count++) begin("hk_one", nowMs - 400 + count);
    expect(resume(first, nowMs)).toBeDefined();
    begin("hk_one", nowMs);
    expect(resume(first, nowMs)).toBeUndefined();
    expect(resume(other, nowMs)).toBeDefined();
    expect(listSessions(store, sessionBounds(nowMs), know("hk_one").ownerId)).toHaveLength(sessionsPerOwnerMax);
  });

  it("has a public id that names it and can't resume it", () => {
    const id = begin();
    const publicId = publicSessionId(sessionHashOf(id));
    expect(hashPrefixOf(publicId)).toBe(sessionHashOf(id).slice(0, 16));
    expect(resume(publicId, nowMs)).toBeUndefined();
    for (const odd of ["", "ses_", "ses_%", "ses_0123456789ABCDEF", `${publicId}0`, id]) {
      expect(hashPrefixOf(odd), odd).toBeUndefined();
    }
  });

  it("shows the recovery code of a new library until it is confirmed, and never for the demo key", () => {
    const id = begin();
    const code = resume(id, nowMs)?.recoveryCode;
    expect(code).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/);
    forgetRecoveryCode(store, sessionHashOf(id));
    expect(resume(id, nowMs)?.recoveryCode).toBeUndefined();
    expect(resume(begin(), nowMs)?.recoveryCode).toBeUndefined();
    expect(resume(begin("hk_demo", nowMs, true), nowMs)?.recoveryCode).toBeUndefined();
  });
});

describe("an owner", () => {
  it("is the same for the same key and service, and different for any other", () => {
    const ids = [know("hk_one"), know("hk_one"), know("hk_two"), know("hk_one", { upstream: "https://b.example" })];
    expect(new Set(ids.map(({ ownerId }) => ownerId)).size).toBe(3);
    expect(ids[0]?.ownerId).toBe(ids[1]?.ownerId);
  });

  it("is found by its recovery code with a new key, however the code is typed", () => {
    const first = know("hk_one");
    const typed = (first.recoveryCode ?? "").toLowerCase().replaceAll("-", " ").replaceAll("0", "o");
    expect(know("hk_new", { join: { recoveryCode: typed } }).ownerId).toBe(first.ownerId);
    expect(know("hk_new").ownerId).toBe(first.ownerId);
  });

  it("is not found by a wrong code, and a key with a library of its own joins no other", () => {
    const first = know("hk_one");
    know("hk_two");
    expect(() => know("hk_new", { join: { recoveryCode: "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA" } })).toThrow(IdentityError);
    expect(() => know("hk_two", { join: { recoveryCode: first.recoveryCode ?? "" } })).toThrow("key_has_other_library");
    expect(know("hk_two").ownerId).not.toBe(first.ownerId);
  });

  it("keeps its library when the secret is rotated, and when the old one is then dropped", () => {
    const before = know("hk_one").ownerId;
    const [next] = secretVersions(["n".repeat(32)]);
    if (next === undefined) throw new Error("no version");
    expect(know("hk_one", { versions: [next, ...versions] }).ownerId).toBe(before);
    expect(know("hk_one", { versions: [next] }).ownerId).toBe(before);
  });

  it("is kept in the store without its key or its code", () => {
    const { recoveryCode, keyId } = know("hk_one");
    const dump = JSON.stringify([
      store.prepare("select * from owners").all(),
      store.prepare("select * from owner_keys").all(),
    ]);
    expect(dump).toContain(keyId);
    expect(dump).not.toContain("hk_one");
    expect(dump).not.toContain(recoveryCode ?? "?");
    expect(keyIdOf(upstream, "hk_one", versions)).toBe(keyId);
  });
});
