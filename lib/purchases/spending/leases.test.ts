import { expect, test } from "vitest";
import { type SimApp, startApp } from "../simulation/app.ts";
import { passTime, SeededRandom } from "../simulation/environment.ts";
import { firsts } from "../../store/testing/test-store.ts";
import { ann, at, basket, charged, inTime, page, restart, search } from "../testing/purchase-setup.ts";
import type { PurchaseAction } from "../wire.ts";

const another = (seed: number) => startApp({ ...at, random: new SeededRandom(seed) });
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
  const other = another(31);
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
  const others = [another(31), another(37)];
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
  const others = [another(31), another(37)];
  await begin(at.app, basket(page([1]), page([2], "D2")));
  at.app.kill();
  await passTime(at.clock, 31_000);
  await Promise.all(others.map(recover));
  await passTime(at.clock, 400_000);
  expect(await states()).toEqual(["stored"]);
  expect(charged()).toBe(2);
});
