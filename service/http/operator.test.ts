import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { endpointNames, endpointOf } from "../../lib/contract/endpoints.ts";
import { MadeKey, OperatorState } from "../../lib/contract/operator.ts";
import { newOperatorKey, newOperatorKeyId, secretHashOf } from "../domain/keys/api-key.ts";
import { makeRecord } from "../storage/testing/make-record.ts";
import { createHarness, type Harness } from "../testing/harness.ts";
import type { Answer } from "../testing/test-client.ts";

/** Every route of the operator, with a body that it takes. */
const routes = [
  ["GET", "/operator", undefined],
  ["POST", "/operator/keys", { name: "desk", credits: 5, per_minute: 10, per_day: null }],
  ["POST", "/operator/keys/key_a/credits", { credits: 5 }],
  ["POST", "/operator/keys/key_a/revoke", undefined],
  ["POST", "/operator/try-again", { key: "S1" }],
] as const;

async function withOperator(overrides: Parameters<typeof createHarness>[0] = {}) {
  const harness = await createHarness(overrides);
  const key = await newOperator(harness);
  const ask = (method: string, target: string, body?: object, options: Asking = {}): Promise<Answer> =>
    harness.client.raw(method, target, {
      key: options.key === undefined ? key : options.key,
      idempotencyKey: options.id ?? randomUUID(),
      headers: { "x-operator-from": "198.51.100.7", ...options.headers },
      address: options.address,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const state = async () => OperatorState.strict().parse((await ask("GET", "/operator")).json);
  return { ...harness, key, ask, state };
}

interface Asking {
  readonly key?: string | null;
  readonly id?: string;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

async function newOperator({ store, clock }: Pick<Harness, "store" | "clock">): Promise<string> {
  const key = newOperatorKey();
  const [id, createdAtMs] = [newOperatorKeyId(), clock.nowMs];
  await store.operator.createOperatorKey(
    { id, name: "me", secretHash: secretHashOf(key), createdAtMs },
    {
      ...{ id: randomUUID(), atMs: createdAtMs, operatorKeyId: null, action: "operator_key_made", subject: id },
      ...{ detail: "me", address: "" },
    },
  );
  return key;
}

describe("the operator's routes", () => {
  test.each(routes)("%s %s is answered 404 until an operator's key exists", async (method, target, body) => {
    const { client, newKey } = await createHarness();
    const { key } = await newKey();
    for (const presented of [null, key, newOperatorKey()]) {
      const answer = await client.raw(method, target, { key: presented, body: JSON.stringify(body) });
      expect([answer.status, answer.json]).toMatchObject([404, { code: "not_found", operator: "off" }]);
    }
  });

  describe.each(routes)("%s %s", (method, target, body) => {
    test("is opened by an operator's key and by nothing else", async () => {
      const { ask, newKey, state } = await withOperator({ wrongKeysPerMinute: 1_000 });
      const reader = await newKey({ credits: null });
      const presented: [string, string | null, string][] = [
        ["no key", null, "authentication_required"],
        ["a reader's key", reader.key, "invalid_api_key"],
        ["a key that was never made", newOperatorKey(), "invalid_api_key"],
        ["a guess", "hko_guess", "invalid_api_key"],
      ];
      const before = await state();
      for (const [who, key, code] of presented) {
        const answer = await ask(method, target, body, { key });
        expect([who, answer.status, answer.code]).toEqual([who, 401, code]);
        expect(answer.json).toMatchObject({ operator: "on" });
      }
      expect(await state()).toEqual(before);
    });

    test("is not opened by a revoked operator's key, while another one is valid", async () => {
      const { store, clock, ask, key } = await withOperator();
      const other = await newOperator({ store, clock });
      const [{ id = "" } = {}] = (await store.operator.keys()).filter(
        ({ secretHash }) => Buffer.compare(secretHash, secretHashOf(key)) === 0,
      );
      await store.operator.revokeOperatorKey(id, {
        ...{ id: randomUUID(), atMs: 1, operatorKeyId: null, action: "operator_key_revoked", subject: id },
        ...{ detail: "", address: "" },
      });
      expect((await ask(method, target, body)).code).toBe("invalid_api_key");
      expect((await ask("GET", "/operator", undefined, { key: other })).status).toBe(200);
    });

    test("answers to no other method", async () => {
      const { ask, state } = await withOperator();
      const before = await state();
      for (const other of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"].filter((each) => each !== method))
        expect((await ask(other, target)).status).toBe(405);
      expect(await state()).toEqual(before);
    });
  });

  test("an operator's key opens no endpoint of the interface", async () => {
    const { client, key, ask, state } = await withOperator({ wrongKeysPerMinute: 1_000 });
    const paths = endpointNames.filter((name) => endpointOf(name).auth === "key").map((name) => endpointOf(name));
    expect(paths.length).toBeGreaterThan(10);
    for (const { method, path } of paths) {
      const answer = await client.raw(method, path.replaceAll(/\{\w+\}/g, "READY1"), { key });
      expect([path, answer.status, answer.code]).toEqual([path, 401, "invalid_api_key"]);
    }
    expect((await ask("GET", "/v1/operator")).status).toBe(401);
    expect((await state()).changes).toHaveLength(1);
  });

  test("guessing is slowed for the guesser's address, and a valid key always passes", async () => {
    const { ask, clock } = await withOperator({ wrongKeysPerMinute: 3 });
    const guess = async (address: string) =>
      (await ask("GET", "/operator", undefined, { key: newOperatorKey(), address })).code;
    for (let i = 0; i < 3; i++) expect(await guess("192.0.2.9")).toBe("invalid_api_key");
    expect(await guess("192.0.2.9")).toBe("rate_limit_exceeded");
    expect(await guess("192.0.2.10")).toBe("invalid_api_key");
    expect((await ask("GET", "/operator", undefined, { address: "192.0.2.9" })).status).toBe(200);
    clock.nowMs += 60_000;
    expect(await guess("192.0.2.9")).toBe("invalid_api_key");
  });
});

describe("a change", () => {
  test("makes a key that is told once, and works at once", async () => {
    const { ask, state, client } = await withOperator();
    const answer = await ask("POST", "/operator/keys", { name: " 窓口 ", credits: 5, per_minute: 60, per_day: null });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { id, key } = MadeKey.parse(answer.json);
    expect((await client.call("searchIssuers", { q: "a" }, { key })).status).toBe(200);
    const told = await state();
    expect(told.keys.find((each) => each.id === id)).toMatchObject({
      ...{ name: "窓口", credits: { granted: 5, balance: 5 }, per_minute: 60, per_day: null, revoked_at: null },
    });
    expect(JSON.stringify(told)).not.toContain(key);
    expect(told.changes[0]).toMatchObject({ action: "key_made", subject: id, address: "198.51.100.7" });
    expect(told.changes[0]?.operator).toBe(told.operator.id);
  });

  test("that is sent again changes nothing again, and tells no key", async () => {
    const { ask, state, newKey } = await withOperator();
    const { id: subject } = await newKey({ credits: 1 });
    const id = randomUUID();
    const body = { name: "a", credits: 5, per_minute: 60, per_day: null };
    expect((await ask("POST", "/operator/keys", body, { id })).status).toBe(200);
    const after = await state();
    const again = await ask("POST", "/operator/keys", body, { id });
    expect([again.status, again.code, JSON.stringify(again.json)]).toEqual([
      ...[409, "idempotency_key_reused"],
      expect.not.stringContaining("hk_"),
    ]);
    // A revocation under the id of another change is refused just so.
    expect((await ask("POST", `/operator/keys/${subject}/revoke`, undefined, { id })).status).toBe(409);
    expect(await state()).toEqual(after);
  });

  test("grants, revokes and tries again, each with its line in the log", async () => {
    const { ask, state, newKey, store, keyState } = await withOperator();
    const { id } = await newKey({ credits: 1 });
    const { id: unlimited } = await newKey({ credits: null });
    await store
      .ingestRecords()
      .put([
        makeRecord("S1", { state: "set_aside", reason: "x", message: "y", detail: "{}", attempts: 3 }),
        makeRecord("package:a.zip", { kind: "file", state: "set_aside", reason: "x", message: "y" }),
      ]);
    expect((await ask("POST", `/operator/keys/${id}/credits`, { credits: 7 })).status).toBe(200);
    expect((await keyState(id)).credits).toMatchObject({ granted: 8, balance: 8 });
    expect((await ask("POST", `/operator/keys/${id}/revoke`)).status).toBe(200);
    expect((await keyState(id)).revokedAtMs).not.toBeNull();
    expect((await ask("POST", "/operator/try-again", { key: "S1" })).status).toBe(200);
    for (const [target, body] of [
      [`/operator/keys/${unlimited}/credits`, { credits: 7 }],
      ["/operator/keys/key_none/credits", { credits: 7 }],
      [`/operator/keys/${id}/revoke`, undefined],
      ["/operator/try-again", { key: "package:a.zip" }],
      ["/operator/try-again", { key: "none" }],
      ["/operator/nothing", undefined],
    ] as const)
      expect([target, (await ask("POST", target, body)).status]).toEqual([target, 404]);
    const { changes, set_aside } = await state();
    expect(changes.map(({ action, subject, detail }) => [action, subject, detail]).slice(0, -1)).toEqual([
      ["tried_again", "S1", ""],
      ["key_revoked", id, ""],
      ["credits_granted", id, "7"],
    ]);
    expect(set_aside.map(({ key, attempts, can_be_tried }) => [key, attempts, can_be_tried])).toEqual([
      ["S1", 0, true],
      ["package:a.zip", 0, false],
    ]);
  });

  test.each([
    ["without an id", { credits: 1 }, { id: "" }, 400],
    ["with a short id", { credits: 1 }, { id: "short" }, 400],
    ["of nothing", undefined, {}, 422],
    ["of 0 credits", { credits: 0 }, {}, 422],
    ["of half a credit", { credits: 0.5 }, {}, 422],
    ["of too many credits", { credits: 1e12 }, {}, 422],
    ["with a field that is unknown", { credits: 1, entitled: true }, {}, 422],
    ["as a form", { credits: 1 }, { headers: { "content-type": "application/x-www-form-urlencoded" } }, 422],
  ] as const)("%s is refused and not logged", async (_what, body, options, status) => {
    const { ask, state, newKey } = await withOperator();
    const { id } = await newKey();
    expect((await ask("POST", `/operator/keys/${id}/credits`, body, options)).status).toBe(status);
    expect((await state()).changes).toHaveLength(1);
  });

  test("is logged with the connection's address where the app tells none, or no address", async () => {
    const { ask, state } = await withOperator();
    const body = { name: "a", credits: 5, per_minute: 60, per_day: null };
    const headers = { "x-operator-from": "<script>" };
    await ask("POST", "/operator/keys", body, { headers, address: "203.0.113.5" });
    expect((await state()).changes[0]?.address).toBe("203.0.113.5");
  });
});
