import { beforeEach, describe, expect, it } from "vitest";
import { openMemoryStore, type Store } from "../store/database.ts";
import { countSessionsOfOwner, deleteSessionsOfOwner, forgetRecoveryCode } from "../store/sessions.ts";
import { IdentityError, keyIdOf, recognise } from "./identity.ts";
import { secretVersions } from "./secrets.ts";
import { absoluteMs, beginSession, idleMs, resumeSession, sessionHashOf } from "./sessions.ts";

const versions = secretVersions(["s".repeat(32)]);
const upstream = "https://service.example";
const nowMs = Date.UTC(2026, 10, 21);
let store: Store;
beforeEach(() => {
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
  it("gives back the key it was begun with", () => {
    expect(resume(begin(), nowMs)?.apiKey).toBe("hk_one");
  });

  it("ends after eight hours without use, to the millisecond", () => {
    const id = begin();
    expect(resume(id, nowMs + idleMs)).toBeDefined();
    const other = begin();
    expect(resume(other, nowMs + idleMs + 1)).toBeUndefined();
    expect(resume(other, nowMs)).toBeUndefined();
  });

  it("lives on while it is used, and ends after seven days whatever its use", () => {
    const id = begin();
    const step = idleMs / 2;
    let atMs = nowMs;
    while (atMs + step <= nowMs + absoluteMs) {
      atMs += step;
      expect(resume(id, atMs)).toBeDefined();
    }
    expect(resume(id, nowMs + absoluteMs + 1)).toBeUndefined();
  });

  it("is refused to whoever knows the store but not the cookie", () => {
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
    expect(countSessionsOfOwner(store, owner)).toBe(2);
    deleteSessionsOfOwner(store, owner);
    expect([one, two, other].map((id) => resume(id, nowMs) !== undefined)).toEqual([false, false, true]);
  });

  it("shows the recovery code of a new library until it was noted, and never for the demo key", () => {
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
  it("is the same for the same key and service, and another for any other", () => {
    const ids = [know("hk_one"), know("hk_one"), know("hk_two"), know("hk_one", { upstream: "https://b.example" })];
    expect(new Set(ids.map(({ ownerId }) => ownerId)).size).toBe(3);
    expect(ids[0]?.ownerId).toBe(ids[1]?.ownerId);
  });

  it("is reached by its recovery code with a new key, however the code is typed", () => {
    const first = know("hk_one");
    const typed = (first.recoveryCode ?? "").toLowerCase().replaceAll("-", " ").replaceAll("0", "o");
    expect(know("hk_new", { join: { recoveryCode: typed } }).ownerId).toBe(first.ownerId);
    expect(know("hk_new").ownerId).toBe(first.ownerId);
  });

  it("is not reached by a wrong code, and a key with a library of its own joins no other", () => {
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
