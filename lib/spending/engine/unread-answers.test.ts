import { beforeEach, expect, test } from "vitest";
import { firsts } from "../../store/testing/test-store.ts";
import { ledgerPage, libraryPage } from "../library/library-views.ts";
import type { SimApp } from "../simulation/app.ts";
import { passTime } from "../simulation/environment.ts";
import {
  ann,
  at,
  buy,
  charged,
  inTime,
  page,
  restart,
  search,
  sections,
  seen,
  startAnother,
} from "../testing/purchase-setup.ts";
import type { PurchaseAction } from "../wire.ts";

beforeEach(() => restart());

const recover = (app: SimApp) => app.purchaseService.runner.recover({ isAlone: false });
const marks = () => firsts(at.store, "select unreadable from artifacts");

interface Reads {
  count: number;
  /** Begins no reading before it is called. */
  open(): void;
}

/** The first reading of each body waits, or fails for as long as `failing` is true. */
function readsOf(app: SimApp, failing: () => boolean = () => false): Reads {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reads: Reads = { count: 0, open };
  const { read } = app.deps.bodies;
  app.deps.bodies.read = async (sha256) => {
    reads.count++;
    if (failing()) throw new Error("the bucket is away");
    await opened;
    return read(sha256);
  };
  return reads;
}

async function begin(action: PurchaseAction = page([1])): Promise<void> {
  const quote = await inTime(at.app.purchaseService.quote(ann, action));
  void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max }).catch(() => undefined);
  await passTime(at.clock, 5_000);
}

test("what is being read is read once, however often what was left is looked for", async () => {
  const other = startAnother(31);
  const [here, there] = [readsOf(at.app), readsOf(other)];
  await begin();
  for (let looks = 0; looks < 3; looks++) await Promise.all([recover(at.app), recover(other)]);
  await passTime(at.clock, 100);
  expect([here.count, there.count]).toEqual([1, 0]);
  here.open();
  await passTime(at.clock, 100);
  expect(await marks()).toEqual([null]);
});

test("what a process left unread is read by another one, once at a time", async () => {
  readsOf(at.app);
  await begin();
  at.app.kill();
  const other = startAnother(31);
  const there = readsOf(other);
  await passTime(at.clock, 31_000);
  for (let looks = 0; looks < 3; looks++) await recover(other);
  await passTime(at.clock, 100);
  expect(there.count).toBe(1);
  there.open();
  await passTime(at.clock, 100);
  expect(await marks()).toEqual([null]);
});

test("a reading that fails is tried again ever more rarely, and at last succeeds", async () => {
  let away = true;
  const reads = readsOf(at.app, () => away);
  reads.open();
  let reports = 0;
  at.app.deps.report = () => reports++;
  await begin();
  for (let tens = 0; tens < 360; tens++) {
    await recover(at.app);
    await passTime(at.clock, 10_000);
  }
  expect(reads.count).toBeLessThanOrEqual(12);
  expect(reports).toBe(reads.count);
  away = false;
  for (let tens = 0; tens < 361; tens++) {
    await recover(at.app);
    await passTime(at.clock, 10_000);
  }
  expect(await marks()).toEqual([null]);
});

test.each<[string, PurchaseAction]>([
  ["a page", page([1])],
  ["a section", sections("s1-1")],
  ["a search", search("売上")],
])("what was bought and is being read is no error, and is not for sale: %s", async (_, action) => {
  const reads = readsOf(at.app);
  await begin(action);
  expect(await marks()).toEqual(["not read yet"]);
  const quote = await inTime(at.app.purchaseService.quote(ann, action));
  expect(quote).toMatchObject({ owned: false, blocker: null, price: { min: 0, max: 0 }, requests: 0 });
  const confirming = at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 0 });
  const joined = await inTime(confirming);
  const underWay = await seen(joined);
  expect(underWay.done).toBe(false);
  expect(underWay.intents[0]?.unreadable).toBeUndefined();
  expect((await libraryPage(at.app.deps, at.app.rows, "ann", new URLSearchParams())).items[0]?.unreadable).toBe(false);

  reads.open();
  await passTime(at.clock, 100);
  const read = await seen(joined);
  expect(read.done).toBe(true);
  expect(read.intents[0]).toMatchObject({ state: "stored", intent_id: underWay.intents[0]?.intent_id });
  expect((await inTime(at.app.purchaseService.quote(ann, action))).owned).toBe(true);
  expect((await ledgerPage(at.app.rows, "ann", new URLSearchParams())).rows).toHaveLength(1);
  expect(at.service.requests).toBe(1);
});

test("whoever buys what is being read waits for it", async () => {
  const reads = readsOf(at.app);
  await begin();
  at.clock.timer(2_000).done.then(reads.open, () => undefined);
  expect(await buy(page([1]))).toMatchObject({ done: true, intents: [{ state: "stored", credits: 1 }] });
  expect(at.service.requests).toBe(1);
});

test("an answer that was asked for again is read once", async () => {
  restart({ script: ["reset after charge", "reset after charge", "reset after charge", null] });
  const reads = readsOf(at.app);
  await begin();
  await passTime(at.clock, 120_000);
  expect(await marks()).toEqual(["not read yet"]);
  await recover(at.app);
  await passTime(at.clock, 100);
  expect(reads.count).toBe(1);
  expect(charged()).toBe(1);
});
