import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { first as firstOf, firsts } from "../../store/testing/test-store.ts";
import type { SimApp } from "../simulation/app.ts";
import { passTime } from "../simulation/environment.ts";
import { ann, at, basket, charged, inTime, page, restart, search, startAnother } from "../testing/purchase-setup.ts";
import type { PurchaseAction } from "../wire.ts";

beforeEach(() => restart());

const recover = (app: SimApp) => app.purchaseService.runner.recover({ isAlone: false });
const states = () => firsts(at.store, "select distinct state from intents");

async function begin(app: SimApp, action: PurchaseAction): Promise<void> {
  const quote = await inTime(app.purchaseService.quote(ann, action));
  const request = { token: quote.token, max_credits: quote.price.max };
  void app.purchaseService.confirm(ann, request).catch(() => undefined);
  await passTime(at.clock, 500);
}

test("what a living process runs is left to it, for as long as it renews its leases", async () => {
  restart({ workMs: 20_000 });
  const other = startAnother(31);
  await begin(at.app, basket(page([1]), page([2], "D2"), search("売上"), search("リスク")));
  for (let seconds = 0; seconds < 100; seconds += 10) {
    await passTime(at.clock, 10_000);
    await at.app.purchaseService.runner.renew();
    await recover(other);
  }
  expect(await states()).toEqual(["stored"]);
  expect(at.service.requests).toBe(4);
});

test("what an ended process had sent is settled by exactly one other, once its leases have run out", async () => {
  restart({ workMs: 20_000 });
  const others = [startAnother(31), startAnother(37)];
  await begin(at.app, page([1]));
  at.app.kill();
  await Promise.all(others.map(recover));
  expect(await states()).toEqual(["sent"]);
  await passTime(at.clock, 31_000);
  await Promise.all(others.map(recover));
  await passTime(at.clock, 60_000);
  expect(await states()).toEqual(["stored"]);
  expect(at.service.requests).toBe(2);
  expect(charged()).toBe(1);
});

test("a basket of an ended process goes on in exactly one other, and nothing is bought twice", async () => {
  restart({ workMs: 20_000 });
  const others = [startAnother(31), startAnother(37)];
  await begin(at.app, basket(page([1]), page([2], "D2")));
  at.app.kill();
  await passTime(at.clock, 31_000);
  await Promise.all(others.map(recover));
  await passTime(at.clock, 400_000);
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(2);
});

test("a basket waits for what another process took of it, instead of giving it up", async () => {
  restart({ workMs: 20_000 });
  const [first, second] = [startAnother(31), startAnother(37)];
  await begin(at.app, basket(page([1]), page([2], "D2")));
  at.app.kill();
  await passTime(at.clock, 31_000);
  const now = at.clock.nowMs();
  const taking = { runner: first.deps.runner, now, lease_until: now + 30_000, isAlone: false };
  for (const row of await first.rows.purchases.unsettled()) await first.rows.purchases.take(row, taking);
  first.kill();
  for (let seconds = 0; seconds < 400; seconds += 10) {
    await second.purchaseService.runner.renew();
    await recover(second);
    await passTime(at.clock, 10_000);
  }
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(2);
});

test("a basket that is stopped in one process leaves alone what another one runs for a purchase of its own", async () => {
  restart({ workMs: 20_000, idempotent: false });
  const other = startAnother(31);
  await begin(at.app, basket(page([1], "D2"), search("売上")));
  await begin(other, search("売上"));
  const purchaseId = String(await firstOf(at.store, "select purchase_id from basket_runs"));
  await at.app.purchaseService.runner.baskets.stop("ann", purchaseId);
  await passTime(at.clock, 120_000);
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(2);
});

test("what failed with the store is recovered by its own process, without a restart", async () => {
  restart({ workMs: 2_000 });
  const { purchases } = at.app.rows;
  const { markStored, markUnknown, markFailed } = purchases;
  const away = () => Promise.reject(new Error("the database is away"));
  Object.assign(purchases, { markStored: away, markUnknown: away, markFailed: away });
  await begin(at.app, page([1]));
  await passTime(at.clock, 10_000);
  expect(await states()).toEqual(["sent"]);
  Object.assign(purchases, { markStored, markUnknown, markFailed });
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await at.app.purchaseService.runner.renew();
    await recover(at.app);
    await passTime(at.clock, 10_000);
  }
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(1);
});

test("what could not be settled because the store failed is settled later, without a restart", async () => {
  restart({ script: ["reset after charge", "reset after charge", "reset after charge", "reset after charge", null] });
  await begin(at.app, page([1]));
  await passTime(at.clock, 30_000);
  expect(await states()).toEqual(["unknown"]);
  const { purchases } = at.app.rows;
  const { intent } = purchases;
  Object.assign(purchases, { intent: () => Promise.reject(new Error("the database is away")) });
  await passTime(at.clock, 100_000);
  Object.assign(purchases, { intent });
  for (let seconds = 0; seconds < 200; seconds += 10) {
    await at.app.purchaseService.runner.renew();
    await recover(at.app);
    await passTime(at.clock, 10_000);
  }
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(1);
});

test("a process that hung for longer than its lease does not end what another one settles", async () => {
  restart({ workMs: 15_000 });
  const other = startAnother(31);
  const { upstream } = at.app.deps;
  // It hears only much later that the service refused its request.
  upstream.send = async () => {
    await at.clock.timer(40_000).done;
    const problem = { type: "about:blank", title: "no", status: 403, code: "access_not_enabled", detail: "no" };
    return {
      status: 403,
      header: (name) => (name === "content-type" ? "application/problem+json" : null),
      body: Readable.from([Buffer.from(JSON.stringify(problem))]),
      abort: () => undefined,
    };
  };
  await begin(at.app, page([1]));
  await passTime(at.clock, 31_000);
  await recover(other);
  await passTime(at.clock, 60_000);
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(1);
});

test("a process that is asked to end lets go, so that another goes on with its basket at once", async () => {
  restart({ workMs: 5_000 });
  await begin(at.app, basket(page([1]), page([2], "D2")));
  const { runner } = at.app.purchaseService;
  await inTime(runner.close());
  await runner.letGo();
  await recover(startAnother(31));
  await passTime(at.clock, 20_000);
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(2);
  expect(at.service.requests).toBe(2);
});
