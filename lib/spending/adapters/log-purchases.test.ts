import { beforeEach, describe, expect, it, vi } from "vitest";
import { ledgerRows } from "../../store/ledger.ts";
import { purchaseRows } from "../../store/purchases.ts";
import { openMemoryStore } from "../../store/testing/memory-store.ts";
import { settle } from "../simulation/environment.ts";
import { withPurchaseLog } from "./log-purchases.ts";

const logged: unknown[] = [];
vi.mock("../../log.ts", () => ({ logEvent: (name: string, fields: object) => void logged.push({ name, ...fields }) }));
beforeEach(() => void logged.splice(0));

const paramsCanary = "売上高 canary";

async function setUp() {
  const store = openMemoryStore();
  store.db.pragma("foreign_keys = OFF");
  const plain = purchaseRows(store);
  const stored = { purchases: plain, ledger: ledgerRows(store), atomically: store.atomically.bind(store) };
  const { purchases, atomically } = withPurchaseLog(stored);
  await purchases.insert({
    ...{
      intent_id: "int_1",
      owner_id: "own_1",
      upstream: "http://x",
      kind: "search_news",
      params: paramsCanary,
      epoch: 0,
    },
    ...{ key_id: "key_1", idempotency_key: "idem", document_id: null, page_number: null, original_id: null },
    ...{
      credits_min: 1,
      credits_max: 1,
      created_at: 1,
      label: paramsCanary,
      subject: paramsCanary,
      runner: "run_1",
      lease_until: null,
    },
  });
  const purchase = { purchase_id: "pur_1", owner_id: "own_1", token_hash: "h", action: paramsCanary, created_at: 1 };
  return { purchases, atomically, purchase };
}

describe("the log of purchases", () => {
  it("contains the start and the end of a purchase with ids, kind and credits, and nothing of what was asked", async () => {
    const { purchases, atomically, purchase } = await setUp();
    await atomically(() => purchases.insertPurchase(purchase, ["int_1"]));
    await settle();
    const problem = { code: "quota_exceeded", instance: "req-9", detail: paramsCanary };
    await purchases.markFailed("int_1", { runner: "run_1", at: 2, error: JSON.stringify(problem) });
    await settle();
    const common = { intentId: "int_1", ownerId: "own_1", keyId: "key_1", action: "search_news" };
    expect(logged).toEqual([
      { name: "purchase_started", purchaseId: "pur_1", credits: 1, ...common },
      { name: "purchase_ended", outcome: "failed", code: "quota_exceeded", requestId: "req-9", ...common },
    ]);
    expect(JSON.stringify(logged)).not.toContain("canary");
  });

  it("contains nothing of a transaction that was rolled back", async () => {
    const { purchases, atomically, purchase } = await setUp();
    const undone = atomically(async () => {
      await purchases.insertPurchase(purchase, ["int_1"]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await settle();
    expect(logged).toEqual([]);
  });
});
