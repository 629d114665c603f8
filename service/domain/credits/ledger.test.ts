import { dirname } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nothingBehind } from "../../search/testing/nothing-behind.ts";
import { openStore } from "../../storage/open-store.ts";
import { createHarness, type Harness } from "../../testing/harness.ts";

test("64 requests at once on 3 credits charge exactly 3", async () => {
  const { client, newKey, keyState, store } = await createHarness();
  const { id, key } = await newKey({ credits: 3 });
  const calls = Array.from({ length: 64 }, (_, i) =>
    i % 2 === 0
      ? client.call("searchNews", { query: `q${i}` }, { key, idempotencyKey: `k${i}` })
      : client.call("listNews", { timeline_since: "2025-01-01" }, { key }),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter((each) => each.status === 200)).toHaveLength(3);
  expect(answers.filter((each) => each.code === "quota_exceeded")).toHaveLength(61);
  expect(await keyState(id)).toMatchObject({ charged: 3, credits: { granted: 3, balance: 0, reserved: 0 } });
  expect((await store.ledger.verify()).drifts).toEqual([]);
});

test("a price above the balance runs no backend, and leaves the balance for a lower one", async () => {
  let rendered = 0;
  const { client, newKey } = await createHarness({
    artifacts: {
      figure: () => Promise.reject(new Error("unused")),
      pageImage: () => Promise.reject(new Error("unused")),
      original() {
        rendered++;
        return Promise.reject(new Error("must not run"));
      },
    },
  });
  const { key } = await newKey({ credits: 7 });
  expect((await client.call("getOriginal", { document_id: "READY1", original_id: "pdf" }, { key })).code).toBe(
    "quota_exceeded",
  );
  expect(rendered).toBe(0);
  expect((await client.call("getContent", { document_id: "READY1" }, { key })).charged).toBe(2);
});

/** Random client actions, in any order, several at once. */
type Step =
  | { readonly kind: "call"; readonly intent: number; readonly fails: boolean }
  | { readonly kind: "grant"; readonly credits: number }
  | { readonly kind: "restart" }
  | { readonly kind: "expire" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("call" as const), intent: fc.nat(6), fails: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("grant" as const), credits: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "expire" as const }) },
);

test("any interleaving of charge, failure, replay, grant, restart and expiry leaves a balanced ledger, and charges each request once", async () => {
  const failing = { now: false };
  const search = {
    ...nothingBehind,
    searchDocuments: async () => ({ engine: "e", hits: [] }),
    async searchNews() {
      const fails = failing.now;
      await Promise.resolve();
      if (fails) throw new Error("backend failed");
      return { engine: "e", hits: [] };
    },
  };
  const harness = await createHarness({ search });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(8),
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
      (credits, rounds) => play(harness, failing, credits, rounds),
    ),
    { numRuns: Number(process.env["HIRAKU_LEDGER_RUNS"] ?? 60) },
  );
  expect((await harness.store.ledger.verify()).drifts).toEqual([]);
}, 120_000);

async function play(
  harness: Harness,
  failing: { now: boolean },
  credits: number,
  rounds: readonly (readonly Step[])[],
): Promise<void> {
  const { id, key } = await harness.newKey({ credits, perMinute: 1_000_000 });
  let { client } = harness;
  let granted = credits;
  let charged = 0;
  let chargedIntents = new Set<number>();
  for (const round of rounds) {
    const answers = round.map(async (each) => {
      if (each.kind === "grant") {
        await harness.store.ledger.grant(id, each.credits, harness.clock.nowMs);
        granted += each.credits;
      } else if (each.kind === "call") {
        failing.now = each.fails;
        const answer = await client.call(
          "searchNews",
          { query: "q" },
          { key, idempotencyKey: `intent-${each.intent}` },
        );
        if (answer.charged > 0) {
          expect(chargedIntents.has(each.intent), "an intent was charged twice").toBe(false);
          chargedIntents.add(each.intent);
          charged += answer.charged;
        }
      }
    });
    await Promise.all(answers);
    if (round.some((each) => each.kind === "restart")) ({ client } = await harness.restarted());
    if (round.some((each) => each.kind === "expire")) {
      harness.clock.nowMs += 31 * 86_400_000;
      chargedIntents = new Set();
    }
    const state = await harness.keyState(id);
    const balance = state.credits?.balance ?? Number.NaN;
    expect(balance).toBeGreaterThanOrEqual(0);
    expect({ granted: state.credits?.granted, charged: state.charged, reserved: state.credits?.reserved }).toEqual({
      granted,
      charged,
      reserved: 0,
    });
    expect(granted).toBe(balance + charged);
  }
}

test("credits reserved by a killed process are available again after the start", async () => {
  const { store, newKey, keyState, restarted, client } = await createHarness();
  const { id, key } = await newKey({ credits: 5 });
  await store.ledger.reserve({ keyId: id, credits: 4 });
  expect((await keyState(id)).credits).toEqual({ granted: 5, balance: 1, reserved: 4 });
  expect((await client.call("getContent", { document_id: "READY1" }, { key })).code).toBe("quota_exceeded");
  const again = openStore(dirname(store.file));
  expect((await again.keys.find(id))?.credits).toEqual({ granted: 5, balance: 5, reserved: 0 });
  const { client: next } = await restarted({ countedKeys: again.countedKeys, ledger: again.ledger });
  expect((await next.call("getContent", { document_id: "READY1" }, { key })).charged).toBe(2);
  again.close();
});

test("a reservation is settled or released once", async () => {
  const { store, newKey, keyState } = await createHarness();
  const { id } = await newKey({ credits: 5 });
  const reserve = () => store.ledger.reserve({ keyId: id, credits: 2 });
  const [first, second] = [await reserve(), await reserve()];
  if ("creditsRemaining" in first || "creditsRemaining" in second) throw new Error("not reserved");
  const details = { atMs: 1, endpoint: "e", requestId: "r" };
  await store.ledger.settle(first, details);
  await expect(store.ledger.settle(first, details)).rejects.toThrow("before");
  await store.ledger.release(first);
  await store.ledger.release(second);
  await store.ledger.release(second);
  expect(await keyState(id)).toMatchObject({ charged: 2, credits: { balance: 3, reserved: 0 } });
});

test.each([
  ["UPDATE api_keys SET charged = charged - 1, balance = balance + 1", "charged is 1, its entries say 2"],
  ["UPDATE api_keys SET granted = granted + 5, balance = balance + 5", "granted is 15, its entries say 10"],
  ["DELETE FROM ledger_entries WHERE kind = 'charge'", "charged is 2, its entries say 0"],
  [
    `INSERT INTO ledger_entries (key_id, kind, credits, at_ms, idempotency_key)
     SELECT key_id, kind, credits, at_ms, idempotency_key FROM ledger_entries WHERE kind = 'charge';
     UPDATE api_keys SET charged = charged + 2, balance = balance - 2`,
    "'a' was charged 2 times",
  ],
])("verify finds what '%s' broke", async (sql, drift) => {
  const { client, newKey, store } = await createHarness();
  await store.db.exec("DELETE FROM api_keys");
  const { key } = await newKey({ credits: 10 });
  await client.call("getContent", { document_id: "READY1" }, { key, idempotencyKey: "a" });
  expect((await store.ledger.verify()).drifts).toEqual([]);
  store.db.exec(sql);
  expect((await store.ledger.verify()).drifts.join("\n")).toContain(drift);
});

test("the database itself refuses to overdraw a key", async () => {
  const { store, newKey } = await createHarness();
  await newKey({ credits: 1 });
  expect(() => store.db.exec("UPDATE api_keys SET balance = -1, charged = 2 WHERE granted = 1")).toThrow(/CHECK/);
  expect(() => store.db.exec("UPDATE api_keys SET balance = 5 WHERE granted = 1")).toThrow(/CHECK/);
});
