import { beforeEach, describe, expect, test } from "vitest";
import { firsts } from "../../store/testing/test-store.ts";
import { ledgerPage, libraryPage } from "../library/library-views.ts";
import { passTime } from "../simulation/environment.ts";
import type { Fault } from "../simulation/faults.ts";
import { type ServiceOptions, simBodyBytesMax } from "../simulation/service.ts";
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
  startAgain,
  statesOf,
  together,
} from "../testing/purchase-setup.ts";
import { cutAtBound } from "./storing.ts";

beforeEach(() => restart());

describe("refusals and retries", () => {
  const scripted = (script: (Fault | null)[], more: Partial<ServiceOptions> = {}) => {
    restart({ script, ...more });
  };

  test("a browser that disconnects stops nothing", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 1 });
    await passTime(at.clock, 5_000);
    expect(await firsts(at.store, "select state from intents")).toEqual(["stored"]);
  });

  test("a full disk is detected before anything is sent", async () => {
    at.disk.freeBytes = 1_000;
    const view = await buy(page([1]));
    expect(view.intents[0]).toMatchObject({ state: "failed", credits: 0, error: { code: "disk_full" } });
    expect(at.service.requests).toBe(0);
  });

  test("a disk has room where the longest answer fits beside what the store needs", async () => {
    const needed = simBodyBytesMax + 16 * 1024 * 1024;
    at.disk.freeBytes = needed - 1;
    expect((await buy(page([1]))).intents[0]).toMatchObject({ state: "failed", error: { code: "disk_full" } });
    at.disk.freeBytes = needed;
    expect((await buy(page([1]))).intents[0]).toMatchObject({ state: "stored" });
  });

  test("a refused connection is tried three times and costs nothing; asking again is the same intent", async () => {
    scripted(["refused connection", "refused connection", "refused connection", null]);
    const first = await buy(page([1]));
    expect(first.intents[0]).toMatchObject({ state: "failed", credits: 0 });
    const second = await buy(page([1]));
    expect(second.intents[0]).toMatchObject({ state: "stored", intent_id: first.intents[0]?.intent_id });
    expect(at.service.requests).toBe(4);
  });

  test("quota_exceeded is never retried", async () => {
    restart({ balance: 0, withBalance: false });
    const view = await buy(page([1]));
    const told = { code: "quota_exceeded", credits_required: 1, credits_remaining: 0 };
    expect(view.intents[0]).toMatchObject({ state: "failed", error: told });
    expect(at.service.requests).toBe(1);
  });

  test("after a crash, a refusal whose numbers show too few credits proves that nothing was charged", async () => {
    restart({ withSizes: false, balance: 10 });
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1")));
    expect(quote.price).toEqual({ min: 2, max: 8 });
    at.app.killAt("after-sent");
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 8 }).catch(() => undefined);
    await passTime(at.clock, 1_000);
    // At least the lowest possible price, and less than the actual one.
    at.service.balance = 2;
    await startAgain();
    await passTime(at.clock, 300_000);
    expect(await firsts(at.store, "select state from intents")).toEqual(["failed"]);
    expect(charged()).toBe(0);
  });

  test("a search that timed out twice is not sent again until it changes", async () => {
    scripted(["504 twice"]);
    const view = await buy(search("重い検索"));
    expect(view.intents[0]).toMatchObject({ state: "failed", error: { code: "search_backend_timeout" } });
    expect(at.service.requests).toBe(2);
    expect((await inTime(at.app.purchaseService.quote(ann, search("重い検索")))).blocker).toBe("repeated_timeout");
    expect((await inTime(at.app.purchaseService.quote(ann, search("軽い検索")))).blocker).toBeNull();
  });

  test("until a Retry-After has passed nothing is sent for that key", async () => {
    scripted(["429 problem"]);
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 1 });
    await passTime(at.clock, 400);
    expect(at.service.requests).toBe(1);
    await expect(inTime(at.app.purchaseService.quote(ann, page([2])), 10)).rejects.toMatchObject({
      problem: { code: "rate_limit_exceeded" },
    });
    await passTime(at.clock, 60_000);
    expect(await firsts(at.store, "select state from intents")).toEqual(["stored"]);
  });

  test("a body that broke off is requested again where the service recognises it, and charged once", async () => {
    scripted(["truncated body"]);
    const view = await buy(page([1]));
    expect(view.intents[0]).toMatchObject({ state: "stored", credits: 1 });
    expect(charged()).toBe(1);
  });

  test("an unreadable answer is stored, shown as such, and replaced when the service repeats it readably", async () => {
    scripted(["broken json"]);
    await buy(sections("s1-1"));
    expect(await firsts(at.store, "select unreadable from artifacts")).toEqual([null]);
    const kept = (await at.store.prepare("select sha256, reason from replaced_bodies").get()) as {
      sha256: string;
      reason: string;
    };
    expect(kept.reason).toBe("the answer is not JSON");
    expect(at.disk.files.has(kept.sha256)).toBe(true);
    expect(charged()).toBe(2);
  });
});

describe("an answer that is longer than it may be", () => {
  test.each([true, false])(
    "is kept up to its size limit, booked, marked incomplete and not requested again (idempotent: %s)",
    async (idempotent) => {
      restart({ idempotent, script: ["endless body"] });
      const view = await buy(page([1]));
      expect(view.intents[0]).toMatchObject({ state: "stored", credits: 1, unreadable: true, incomplete: true });
      expect(view.credits_charged).toBe(1);
      expect([...at.disk.files.values()].map((each) => each.byteLength)).toEqual([simBodyBytesMax]);
      expect(at.service.requests).toBe(1);
      const ledger = await ledgerPage(at.app.rows, "ann", new URLSearchParams());
      expect(ledger.rows[0]).toMatchObject({ state: "stored", credits: 1, incomplete: true });
      const library = await libraryPage(at.app.deps, at.app.rows, "ann", new URLSearchParams());
      expect(library.items[0]).toMatchObject({ unreadable: true, incomplete: true, credits: 1 });
      // It is not bought again automatically; only the user's priced "again" does that.
      expect((await inTime(at.app.purchaseService.quote(ann, page([1])))).blocker).toBe("unreadable");
      expect((await buy({ ...page([1]), epoch: "again" })).intents[0]).toMatchObject({ state: "stored", credits: 1 });
    },
  );

  test("a restart between storing and reading it changes nothing", async () => {
    restart({ script: ["endless body"] });
    at.app.killAt("after-stored");
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 1 }).catch(() => undefined);
    await passTime(at.clock, 5_000);
    await startAgain();
    await passTime(at.clock, 130_000);
    expect(await firsts(at.store, "select unreadable from artifacts")).toEqual([cutAtBound]);
  });
});

describe("a service without idempotency", () => {
  test("a request with lost outcome is never sent again automatically, and is shown as unknown", async () => {
    restart({ idempotent: false, withBalance: false, script: ["reset after charge"] });
    const view = await buy(page([1]));
    expect(view.intents[0]).toMatchObject({ state: "unknown", credits: null, credits_max: 1 });
    await passTime(at.clock, 3_600_000);
    expect(at.service.requests).toBe(1);
    expect((await inTime(at.app.purchaseService.quote(ann, page([1])))).blocker).toBe("outcome_unknown");
  });

  test("the outcome is resolved by the balance only where that shows that nothing was charged", async () => {
    restart({ idempotent: false, script: ["reset before charge"] });
    const uncharged = await buy(page([1]));
    await passTime(at.clock, 100_000);
    expect((await seen(uncharged.purchase_id)).intents[0]).toMatchObject({
      state: "failed",
      error: { code: "not_charged" },
    });

    restart({ idempotent: false, script: ["reset after charge"] });
    const lost = await buy(page([1]));
    await passTime(at.clock, 100_000);
    expect((await seen(lost.purchase_id)).intents[0]?.state).toBe("unknown");
  });

  test("purchases that wait for a lost answer are sent with the full time for their answers, and none of them is lost", async () => {
    restart({ idempotent: false, script: ["stall after charge"], workMs: 1_000 });
    await inTime(at.app.purchaseService.quote(ann, page([1])));
    const views = await together([1, 2, 3, 4, 5].map((each) => page([each])));
    await passTime(at.clock, 120_000);
    // Which of them comes first is the store's affair.
    expect((await statesOf(views)).sort()).toEqual(["stored", "stored", "stored", "stored", "unknown"]);
    expect(charged()).toBe(5);
  });

  test("a request that would be sent too late for its answer is given up before, and costs nothing", async () => {
    restart({ idempotent: false, script: ["stall after charge"], workMs: 20_000 });
    await inTime(at.app.purchaseService.quote(ann, page([1])));
    const views = await together([1, 2, 3].map((each) => page([each])));
    await passTime(at.clock, 120_000);
    const intents = (await Promise.all(views.map((each) => seen(each)))).flatMap((each) => each.intents);
    expect(intents.map(({ state }) => state).sort()).toEqual(["failed", "stored", "unknown"]);
    expect(intents.find(({ state }) => state === "failed")?.error?.code).toBe("key_busy");
    expect(at.service.requests).toBe(2);
  });

  test("after a pause that the service asked for, a call has the full time for an answer or is not sent", async () => {
    restart({ idempotent: false, workMs: 20_000 });
    for (const [waitS, state, requests] of [
      [45, "stored", 2],
      [100, "failed", 3],
    ] as const) {
      at.service.pauseOnceS = waitS;
      const quote = await inTime(at.app.purchaseService.quote(ann, page([waitS === 45 ? 1 : 2])));
      const id = await inTime(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 1 }));
      await passTime(at.clock, 120_000);
      expect(await statesOf([id])).toEqual([state]);
      expect(at.service.requests).toBe(requests);
    }
  });

  test("'try again' is the user's priced action and a new intent", async () => {
    restart({ idempotent: false, withBalance: false, script: ["reset after charge", null] });
    await buy(page([1]));
    await passTime(at.clock, 100_000);
    const view = await buy({ ...page([1]), epoch: "again" });
    expect(view.intents[0]).toMatchObject({ state: "stored", credits: 1 });
    expect(await at.store.prepare("select epoch, state from intents order by epoch").all()).toEqual([
      { epoch: 0, state: "unknown" },
      { epoch: 1, state: "stored" },
    ]);
  });

  test("'again' of what failed for nothing is that intent once more", async () => {
    restart({ withBalance: false, script: ["refused connection", "refused connection", "refused connection", null] });
    expect((await buy(page([1]))).intents[0]).toMatchObject({ state: "failed" });
    const view = await buy({ ...page([1]), epoch: "again" });
    expect(view.intents[0]).toMatchObject({ state: "stored", credits: 1 });
    expect(await at.store.prepare("select epoch from intents").all()).toEqual([{ epoch: 0 }]);
  });

  test("one paid call of a key at a time", async () => {
    restart({ idempotent: false });
    let inside = 0;
    let most = 0;
    const { send } = at.app.deps.upstream;
    at.app.deps.upstream.send = async (call, signal) => {
      most = Math.max(most, ++inside);
      try {
        return await send(call, signal);
      } finally {
        inside -= 1;
      }
    };
    await buy(page([1, 2, 3, 4, 5]));
    await passTime(at.clock, 60_000);
    expect(most).toBe(1);
    expect(charged()).toBe(5);
  });
});
