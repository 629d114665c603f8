import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { basketRows } from "./baskets.ts";
import { openStore, type Store } from "./database.ts";
import { createOwner } from "./owners.ts";
import { purchaseRows } from "./purchases.ts";
import { removeOutdatedData } from "./sqlite/after-restore.ts";

let folder: string;
let store: Store;
const file = () => path.join(folder, "web.db");
const ann = { ownerId: "ann", upstream: "http://service" };
const item = (n: number) => ({ kind: "pages", params: `{"page_number":${n}}`, document_id: "D" });

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-baskets-"));
  store = openStore(file());
  await createOwner(store, { owner_id: "ann", created_at: 0, recovery_hash: null });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("baskets in the store", () => {
  it("keep things in the order of adding, once each, over a restart", async () => {
    const rows = basketRows(store);
    for (const n of [3, 1, 2, 1]) await rows.add(ann, item(n), 1);
    await store.close();
    store = openStore(file());
    expect(await basketRows(store).items(ann)).toEqual([item(3), item(1), item(2)]);
    expect(await basketRows(store).count(ann)).toBe(3);
  });

  it("are not run on in a restored store: the rest may have been bought since", async () => {
    const purchase = { purchase_id: "p", owner_id: "ann", token_hash: "t", action: "{}", created_at: 1 };
    await purchaseRows(store).insertPurchase(purchase, []);
    await basketRows(store).startRun({
      ...{ purchase_id: "p", owner_id: "ann", upstream: ann.upstream, started_at: 1 },
      ...{ runner: null, lease_until: null },
    });
    await store.close();
    removeOutdatedData(file(), { keepSessions: true });
    store = openStore(file());
    expect(await basketRows(store).run("p")).toMatchObject({ stopped_at: expect.any(Number), ended_at: null });
  });
});
