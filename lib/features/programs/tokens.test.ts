import { beforeEach, describe, expect, test } from "vitest";
import { secretVersions } from "../../owners/secrets.ts";
import { findAgentKey, listAgentTokens } from "../../store/agent-tokens.ts";
import type { Store } from "../../store/store.ts";
import { first, openTestStore } from "../../store/testing/test-store.ts";
import { testService } from "../../testing/test-service.ts";
import { endAgentToken } from "./end-token.ts";
import { forgetRefusedAgentKey, forgetUnusedAgentKeys } from "./kept-key.ts";
import { authenticate, makeAgentToken, serveTokensWithKey, type WantedToken } from "./tokens.ts";

const secrets = secretVersions(["a secret of at least thirty-two characters"]);
const service = testService();

const nowMs = Date.UTC(2026, 10, 22, 3);
const dayMs = 24 * 3_600_000;
const baseUrl = "http://service.test";
const owner = { ownerId: "own_ann", upstream: { service, baseUrl, key: "hk_canary_key", keyId: "key-1" } };
const wanted: WantedToken = { name: "notebook", scope: "spend", dailyCap: 5, totalCap: 9, days: 30, consent: true };

let store: Store;
beforeEach(() => {
  store = openTestStore();
});

const app = () => ({ store, secrets, service });
const make = (more: Partial<WantedToken> = {}) => makeAgentToken(app(), owner, { ...wanted, ...more }, nowMs);
const problemOf = async (work: () => Promise<unknown>) => {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};
const idOf = async (name: string) =>
  (await listAgentTokens(store, "own_ann")).find((each) => each.name === name)?.token_id ?? "";

describe("a token", () => {
  test("opens its owner's library with the kept key, and is stored as a hash alone", async () => {
    const token = await make();
    expect(token).toMatch(/^hkt_[\w-]{43}$/);
    expect(await authenticate(app(), token, baseUrl, nowMs)).toMatchObject({
      token: { owner_id: "own_ann", daily_cap: 5, total_cap: 9 },
      upstream: { key: "hk_canary_key", keyId: "key-1" },
    });
    const rows = JSON.stringify([
      await store.prepare("select * from agent_tokens").all(),
      await findAgentKey(store, "own_ann"),
    ]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("hk_canary_key");
  });

  test("is told apart from one that never was: expired and revoked ones are no guesses", async () => {
    const token = await make();
    expect(await authenticate(app(), "hkt_unknown", baseUrl, nowMs)).toBe("unknown");
    expect(await authenticate(app(), token, baseUrl, nowMs + 30 * dayMs)).toBe("ended");
    await endAgentToken(store, "own_ann", await idOf("notebook"), nowMs);
    expect(await authenticate(app(), token, baseUrl, nowMs)).toBe("ended");
  });

  test("that may not spend has caps of nothing, whatever was asked", async () => {
    await make({ name: "reader", scope: "free" });
    expect((await listAgentTokens(store, "own_ann"))[0]).toMatchObject({ scope: "free", daily_cap: 0, total_cap: 0 });
  });

  test("is ended by its owner only", async () => {
    const token = await make();
    await endAgentToken(store, "own_bob", await idOf("notebook"), nowMs);
    expect(await authenticate(app(), token, baseUrl, nowMs)).not.toBe("ended");
  });

  test("is one of twenty at most", async () => {
    for (let made = 0; made < 20; made++) await make({ name: `token ${made}` });
    expect(await problemOf(() => make())).toBe("tokens_full");
    await endAgentToken(store, "own_ann", await idOf("token 3"), nowMs);
    expect(await make()).toMatch(/^hkt_/);
  });
});

describe("the kept key", () => {
  test("is kept by consent only, which is asked once", async () => {
    expect(await problemOf(() => make({ consent: false }))).toBe("consent_required");
    expect(await findAgentKey(store, "own_ann")).toBeUndefined();
    expect(await listAgentTokens(store, "own_ann")).toEqual([]);
    await make();
    expect(await make({ name: "second", consent: false })).toMatch(/^hkt_/);
  });

  test("stays until the last token is revoked", async () => {
    await make({ name: "first" });
    await make({ name: "second" });
    await endAgentToken(store, "own_ann", await idOf("first"), nowMs);
    expect(await findAgentKey(store, "own_ann")).toBeDefined();
    await endAgentToken(store, "own_ann", await idOf("second"), nowMs);
    expect(await findAgentKey(store, "own_ann")).toBeUndefined();
  });

  test("goes when the last token has expired", async () => {
    await make({ days: 1 });
    await forgetUnusedAgentKeys(store, nowMs + dayMs - 1);
    expect(await findAgentKey(store, "own_ann")).toBeDefined();
    await forgetUnusedAgentKeys(store, nowMs + dayMs);
    expect(await findAgentKey(store, "own_ann")).toBeUndefined();
  });

  test("goes when the service refuses it; the token then reads only what is owned, until another key is kept", async () => {
    const token = await make();
    await forgetRefusedAgentKey(store, "key-1");
    expect(await authenticate(app(), token, baseUrl, nowMs)).toMatchObject({ upstream: undefined });
    await serveTokensWithKey(
      app(),
      { ...owner, upstream: { ...owner.upstream, key: "hk_next", keyId: "key-2" } },
      nowMs,
    );
    expect(await authenticate(app(), token, baseUrl, nowMs)).toMatchObject({ upstream: { key: "hk_next" } });
  });

  test("is never sent to another service than the one it was kept for", async () => {
    const token = await make();
    expect(await authenticate(app(), token, "http://elsewhere:1", nowMs)).toMatchObject({ upstream: undefined });
  });
});

describe("revoking a token", () => {
  test("stops its open tasks", async () => {
    await make();
    const tokenId = await idOf("notebook");
    await store
      .prepare(
        `insert into agent_tasks (task_id, owner_id, token_id, title, budget, state, opened_at)
         values ('task_1', 'own_ann', ?, 'Risks', 3, 'open', 1)`,
      )
      .run(tokenId);
    await endAgentToken(store, "own_ann", tokenId, nowMs);
    expect(await first(store, "select state from agent_tasks")).toBe("stopped");
  });
});
