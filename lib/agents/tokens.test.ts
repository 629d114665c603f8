import { beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../env.ts";
import { openMemoryStore, type Store } from "../store/database.ts";
import { findAgentKey, listAgentTokens } from "../store/agent-tokens.ts";
import { forgetRefusedAgentKey, forgetUnusedAgentKeys } from "./kept-key.ts";
import { authenticate, endAgentToken, makeAgentToken, serveTokensWithKey, type WantedToken } from "./tokens.ts";

const versions = vi.hoisted(() => [{ id: "one", secret: "a secret of at least thirty-two characters" }]);
vi.mock("../auth/secrets.ts", async (load) => {
  const real = await load<typeof import("../auth/secrets.ts")>();
  return { ...real, secrets: () => real.secretVersions(versions.map((each) => each.secret)) };
});

const nowMs = Date.UTC(2026, 10, 22, 3);
const dayMs = 24 * 3_600_000;
const baseUrl = settings().apiUrl;
const owner = { ownerId: "own_ann", upstream: { baseUrl, key: "hk_canary_key", keyId: "key-1" } };
const wanted: WantedToken = { name: "notebook", scope: "spend", dailyCap: 5, totalCap: 9, days: 30, consent: true };

let store: Store;
beforeEach(() => {
  store = openMemoryStore();
});

const make = (more: Partial<WantedToken> = {}) => makeAgentToken(store, owner, { ...wanted, ...more }, nowMs);
const problemOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};
const idOf = (name: string) => listAgentTokens(store, "own_ann").find((each) => each.name === name)?.token_id ?? "";

describe("a token", () => {
  test("opens its owner's library with the kept key, and is stored as a hash alone", () => {
    const token = make();
    expect(token).toMatch(/^hkt_[\w-]{43}$/);
    expect(authenticate(store, token, baseUrl, nowMs)).toMatchObject({
      token: { owner_id: "own_ann", daily_cap: 5, total_cap: 9 },
      upstream: { key: "hk_canary_key", keyId: "key-1" },
    });
    const rows = JSON.stringify([store.prepare("select * from agent_tokens").all(), findAgentKey(store, "own_ann")]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("hk_canary_key");
  });

  test("is told apart from one that never was: expired and revoked ones are no guesses", () => {
    const token = make();
    expect(authenticate(store, "hkt_unknown", baseUrl, nowMs)).toBe("unknown");
    expect(authenticate(store, token, baseUrl, nowMs + 30 * dayMs)).toBe("ended");
    endAgentToken(store, "own_ann", idOf("notebook"), nowMs);
    expect(authenticate(store, token, baseUrl, nowMs)).toBe("ended");
  });

  test("that may not spend has caps of nothing, whatever was asked", () => {
    make({ name: "reader", scope: "free" });
    expect(listAgentTokens(store, "own_ann")[0]).toMatchObject({ scope: "free", daily_cap: 0, total_cap: 0 });
  });

  test("is ended by its owner only", () => {
    const token = make();
    endAgentToken(store, "own_bob", idOf("notebook"), nowMs);
    expect(authenticate(store, token, baseUrl, nowMs)).not.toBe("ended");
  });

  test("is one of twenty at most", () => {
    for (let made = 0; made < 20; made++) make({ name: `token ${made}` });
    expect(problemOf(() => make())).toBe("tokens_full");
    endAgentToken(store, "own_ann", idOf("token 3"), nowMs);
    expect(make()).toMatch(/^hkt_/);
  });
});

describe("the kept key", () => {
  test("is kept by consent only, which is asked once", () => {
    expect(problemOf(() => make({ consent: false }))).toBe("consent_required");
    expect(findAgentKey(store, "own_ann")).toBeUndefined();
    expect(listAgentTokens(store, "own_ann")).toEqual([]);
    make();
    expect(make({ name: "second", consent: false })).toMatch(/^hkt_/);
  });

  test("stays until the last token is revoked", () => {
    make({ name: "first" });
    make({ name: "second" });
    endAgentToken(store, "own_ann", idOf("first"), nowMs);
    expect(findAgentKey(store, "own_ann")).toBeDefined();
    endAgentToken(store, "own_ann", idOf("second"), nowMs);
    expect(findAgentKey(store, "own_ann")).toBeUndefined();
  });

  test("goes when the last token has expired", () => {
    make({ days: 1 });
    forgetUnusedAgentKeys(store, nowMs + dayMs - 1);
    expect(findAgentKey(store, "own_ann")).toBeDefined();
    forgetUnusedAgentKeys(store, nowMs + dayMs);
    expect(findAgentKey(store, "own_ann")).toBeUndefined();
  });

  test("goes when the service refuses it; the token then reads only what is owned, until another key is kept", () => {
    const token = make();
    forgetRefusedAgentKey(store, "key-1");
    expect(authenticate(store, token, baseUrl, nowMs)).toMatchObject({ upstream: undefined });
    serveTokensWithKey(store, { ...owner, upstream: { ...owner.upstream, key: "hk_next", keyId: "key-2" } }, nowMs);
    expect(authenticate(store, token, baseUrl, nowMs)).toMatchObject({ upstream: { key: "hk_next" } });
  });

  test("is never sent to another service than the one it was kept for", () => {
    const token = make();
    expect(authenticate(store, token, "http://elsewhere:1", nowMs)).toMatchObject({ upstream: undefined });
  });
});

describe("revoking a token", () => {
  test("stops its open tasks", () => {
    make();
    const tokenId = idOf("notebook");
    store
      .prepare(
        `insert into agent_tasks (task_id, owner_id, token_id, title, budget, state, opened_at)
         values ('task_1', 'own_ann', ?, 'Risks', 3, 'open', 1)`,
      )
      .run(tokenId);
    endAgentToken(store, "own_ann", tokenId, nowMs);
    expect(store.prepare("select state from agent_tasks").pluck().get()).toBe("stopped");
  });
});
