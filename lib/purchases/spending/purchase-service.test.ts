import { beforeEach, describe, expect, test } from "vitest";
import { openMemoryStore, type Store } from "../../store/database.ts";
import { ledgerPage, libraryPage } from "../library/library-views.ts";
import type { SimApp } from "../simulation/app.ts";
import { simSpender, startApp } from "../simulation/app.ts";
import { type Fault, type ServiceOptions, simBodyBytesMax, SimService } from "../simulation/service.ts";
import { SeededRandom, drive, passTime, SimClock, SimDisk } from "../simulation/environment.ts";
import { cutAtBound } from "./storing.ts";
import { purchaseView } from "../library/purchase-views.ts";
import type { PurchaseAction, PurchaseView } from "../wire.ts";

const upstream = "http://service";
const ann = simSpender("ann", upstream);

interface TestSetup {
  readonly store: Store;
  readonly clock: SimClock;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly app: SimApp;
}

function setUp(options: Partial<ServiceOptions> = {}): TestSetup {
  const clock = new SimClock(Date.UTC(2026, 10, 21, 3));
  const random = new SeededRandom(7);
  const disk = new SimDisk();
  const store = openMemoryStore();
  const service = new SimService(clock, random, {
    ...{ idempotent: true, withBalance: true, withSizes: true, balance: 1_000, faultRate: 0 },
    ...options,
  });
  return { store, clock, disk, service, app: startApp({ clock, random, disk, service, store }) };
}

let at: TestSetup;
beforeEach(() => {
  at = setUp();
});

async function inTime<T>(work: Promise<T>, maxMs = 400_000): Promise<T> {
  work.catch(() => undefined);
  await drive(at.clock, work, maxMs);
  return await work;
}

async function buy(action: PurchaseAction, spender = ann): Promise<PurchaseView> {
  return await inTime(
    (async () => {
      const quote = await at.app.purchaseService.quote(spender, action);
      const id = await at.app.purchaseService.confirm(spender, { token: quote.token, max_credits: quote.price.max });
      return await seen(id, spender);
    })(),
  );
}

async function seen(id: string, spender = ann): Promise<PurchaseView> {
  const view = await purchaseView(at.app.deps, at.app.rows, spender, id);
  if (view === undefined) throw new Error("no such purchase");
  return view;
}

/** Confirms all at once, each with its own quote. */
async function together(actions: PurchaseAction[]): Promise<string[]> {
  const quotes = await inTime(Promise.all(actions.map((each) => at.app.purchaseService.quote(ann, each))));
  const orders = quotes.map((each) => ({ token: each.token, max_credits: each.price.max }));
  return await inTime(Promise.all(orders.map((each) => at.app.purchaseService.confirm(ann, each))));
}

async function statesOf(purchaseIds: readonly string[]): Promise<unknown[]> {
  const views = await Promise.all(purchaseIds.map((id) => seen(id)));
  return views.flatMap((each) => each.intents.map((intent) => intent.state));
}

const charged = () => at.service.charges.reduce((sum, each) => sum + each.credits, 0);
const page = (pages: number[], document_id = "D1"): PurchaseAction => ({ kind: "pages", document_id, pages });
const sections = (...ids: string[]): PurchaseAction => ({ kind: "sections", document_id: "D1", sections: ids });
const search = (query: string): PurchaseAction => ({ kind: "search_documents", input: { query } });

describe("the same thing requested more than once", () => {
  test("a double click on one quote is charged once and answers with one purchase", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    const request = { token: quote.token, max_credits: 1 };
    const ids = await inTime(
      Promise.all([at.app.purchaseService.confirm(ann, request), at.app.purchaseService.confirm(ann, request)]),
    );
    expect(new Set(ids).size).toBe(1);
    expect(at.service.charges).toHaveLength(1);
  });

  test("two tabs with a quote each existingIntentId the same intent", async () => {
    const quotes = await inTime(
      Promise.all([
        at.app.purchaseService.quote(ann, search("売上")),
        at.app.purchaseService.quote(ann, search("売上")),
      ]),
    );
    const ids = await inTime(
      Promise.all(quotes.map((each) => at.app.purchaseService.confirm(ann, { token: each.token, max_credits: 1 }))),
    );
    const views = await Promise.all(ids.map((id) => seen(id)));
    expect(new Set(ids).size).toBe(2);
    expect(new Set(views.flatMap((each) => each.intents.map((intent) => intent.intent_id))).size).toBe(1);
    expect(charged()).toBe(1);
  });

  test("two devices that choose overlapping sections at the same moment pay for each section once", async () => {
    const [first, second] = await inTime(
      Promise.all([
        at.app.purchaseService.quote(ann, sections("s1", "s3")),
        at.app.purchaseService.quote(ann, sections("s1-1", "s2-1")),
      ]),
    );
    if (first === undefined || second === undefined) throw new Error("no quotes");
    await inTime(
      Promise.all([
        at.app.purchaseService.confirm(ann, { token: first.token, max_credits: first.price.max }),
        at.app.purchaseService.confirm(ann, { token: second.token, max_credits: second.price.max }),
      ]),
    );
    const pieces = at.service.charges.flatMap((each) => each.pieces);
    expect(pieces).toHaveLength(new Set(pieces).size);
    // The second purchase buys what is left; only the heading of s1 may be missing then.
    expect(new Set(pieces)).toEqual(new Set([...pieces, "D1/s1-1", "D1/s1-2", "D1/s3", "D1/s2-1"]));
  });

  test("what is owned is quoted as owned, and confirming it sends nothing", async () => {
    await buy({ kind: "content", document_id: "D1" });
    const sent = at.service.requests;
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s2-1")));
    expect(quote).toMatchObject({ owned: true, price: { min: 0, max: 0 } });
    await buy(sections("s2-1"));
    expect(at.service.requests).toBe(sent);
  });

  test("the rest of a document is bought as what is missing, not as the whole", async () => {
    await buy(sections("s1-1"));
    const quote = await inTime(at.app.purchaseService.quote(ann, { kind: "content", document_id: "D1" }));
    expect(quote.requests).toBe(1);
    await buy({ kind: "content", document_id: "D1" });
    const pieces = at.service.charges.flatMap((each) => each.pieces);
    expect(pieces.filter((each) => each === "D1/s1-1")).toHaveLength(1);
  });

  test("'again' is a new, priced copy, and two clicks on it are one", async () => {
    await buy(page([2]));
    const again = { ...page([2]), epoch: "again" } as const;
    const quotes = await inTime(
      Promise.all([at.app.purchaseService.quote(ann, again), at.app.purchaseService.quote(ann, again)]),
    );
    await inTime(
      Promise.all(quotes.map((each) => at.app.purchaseService.confirm(ann, { token: each.token, max_credits: 1 }))),
    );
    expect(charged()).toBe(2);
  });
});

describe("caps and balances", () => {
  test("of 20 parallel purchases of 1 credit under a cap of 10 exactly 10 succeed", async () => {
    at.app.rows.budget.saveBudget("ann", { daily_cap: 10, monthly_cap: null, confirm_at: 4 });
    const quotes = await inTime(
      Promise.all(Array.from({ length: 20 }, (_, n) => at.app.purchaseService.quote(ann, search(`q${n}`)))),
    );
    const results = await inTime(
      Promise.allSettled(
        quotes.map((each) => at.app.purchaseService.confirm(ann, { token: each.token, max_credits: 1 })),
      ),
    );
    expect(results.filter((each) => each.status === "fulfilled")).toHaveLength(10);
    expect(charged()).toBe(10);
  });

  test("an inexact price reserves its maximum against the cap, and settles to what was charged", async () => {
    at = setUp({ withSizes: false });
    at.app.rows.budget.saveBudget("ann", { daily_cap: 9, monthly_cap: null, confirm_at: 4 });
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1-1")));
    expect(quote.price).toEqual({ min: 2, max: 8 });
    await buy(sections("s1-1"));
    expect(
      at.app.rows.ledger.entryOf(at.app.rows.library.lines({ owner_id: "ann", limit: 1 })[0]?.intent_id ?? "")?.credits,
    ).toBe(2);
    expect((await inTime(at.app.purchaseService.quote(ann, sections("s3")))).blocker).toBe("over_daily_cap");
  });

  test("of 64 parallel purchases with one credit left one is charged, and the balance stays at 0", async () => {
    at = setUp({ balance: 1 });
    const quotes = await inTime(
      Promise.all(Array.from({ length: 64 }, (_, n) => at.app.purchaseService.quote(ann, search(`q${n}`)))),
    );
    // The locally known balance would refuse 63 of them, so it is made outdated: the service must refuse them by
    // itself.
    at.store.prepare("update key_states set observed_at = 0").run();
    await inTime(
      Promise.allSettled(
        quotes.map((each) => at.app.purchaseService.confirm(ann, { token: each.token, max_credits: 1 })),
      ),
    );
    await passTime(at.clock, 200_000);
    expect(charged()).toBe(1);
    expect(at.service.balance).toBe(0);
    const states = at.store.prepare("select state, count(*) n from intents group by state order by state").all();
    expect(states).toEqual(expect.arrayContaining([{ state: "stored", n: 1 }]));
    expect(at.store.prepare("select count(*) from intents where state not in ('stored', 'failed')").pluck().get()).toBe(
      0,
    );
  });

  test("too little balance is refused before anything is sent", async () => {
    at = setUp({ balance: 3 });
    const quote = await inTime(
      at.app.purchaseService.quote(ann, { kind: "original", document_id: "D1", original_id: "pdf" }),
    );
    expect(quote.blocker).toBe("insufficient");
    await expect(
      inTime(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 8 })),
    ).rejects.toMatchObject({
      problem: { code: "insufficient" },
    });
    expect(at.service.requests).toBe(0);
  });
});

describe("the price on the screen", () => {
  test("more than was on the screen runs nothing", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, { kind: "content", document_id: "D1" }));
    await expect(
      inTime(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max - 1 })),
    ).rejects.toMatchObject({ problem: { status: 409, code: "price_changed" } });
    expect(at.service.requests).toBe(0);
  });

  test("a price that rose at the service between quote and click runs nothing", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1-1")));
    const { toc } = at.app.deps.reads;
    at.app.deps.reads.toc = async (...asked) => {
      const told = await toc(...asked);
      return { ...told, value: { ...told.value, content_tiers: [{ max_characters: null, credits: 8 }] } };
    };
    await expect(
      inTime(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max })),
    ).rejects.toMatchObject({ problem: { code: "price_changed" } });
    expect(at.service.requests).toBe(0);
  });

  test("a quote is refused when it is expired, changed, or another owner's", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    const bob = simSpender("bob", upstream);
    const refused = async (work: Promise<string>, code: string) =>
      await expect(inTime(work)).rejects.toMatchObject({ problem: { code } });
    await refused(at.app.purchaseService.confirm(bob, { token: quote.token, max_credits: 9 }), "invalid_quote");
    await refused(at.app.purchaseService.confirm(ann, { token: `${quote.token}x`, max_credits: 9 }), "invalid_quote");
    await passTime(at.clock, 5 * 60_000);
    await refused(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 9 }), "quote_expired");
    expect(at.service.requests).toBe(0);
  });
});

describe("refusals and retries", () => {
  const scripted = (script: (Fault | null)[], more: Partial<ServiceOptions> = {}) => {
    at = setUp({ script, ...more });
  };

  test("a browser that disconnects stops nothing", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 1 });
    await passTime(at.clock, 5_000);
    expect(at.store.prepare("select state from intents").pluck().all()).toEqual(["stored"]);
  });

  test("a full disk is detected before anything is sent", async () => {
    at.disk.freeBytes = 1_000;
    const view = await buy(page([1]));
    expect(view.intents[0]).toMatchObject({ state: "failed", credits: 0, error: { code: "disk_full" } });
    expect(at.service.requests).toBe(0);
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
    at = setUp({ balance: 0, withBalance: false });
    const view = await buy(page([1]));
    const told = { code: "quota_exceeded", credits_required: 1, credits_remaining: 0 };
    expect(view.intents[0]).toMatchObject({ state: "failed", error: told });
    expect(at.service.requests).toBe(1);
  });

  test("after a crash, a refusal whose numbers show too few credits proves that nothing was charged", async () => {
    at = setUp({ withSizes: false, balance: 10 });
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1")));
    expect(quote.price).toEqual({ min: 2, max: 8 });
    at.app.killAt("after-sent");
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 8 }).catch(() => undefined);
    await passTime(at.clock, 1_000);
    // At least the lowest possible price, and less than the actual one.
    at.service.balance = 2;
    const { clock, disk, service, store } = at;
    startApp({ clock, random: new SeededRandom(8), disk, service, store }).purchaseService.runner.recover();
    await passTime(at.clock, 300_000);
    expect(at.store.prepare("select state from intents").pluck().all()).toEqual(["failed"]);
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
    expect(at.store.prepare("select state from intents").pluck().all()).toEqual(["stored"]);
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
    expect(at.store.prepare("select unreadable from artifacts").pluck().all()).toEqual([null]);
    const kept = at.store.prepare("select sha256, reason from replaced_bodies").get() as {
      sha256: string;
      reason: string;
    };
    expect(kept.reason).toBe("the answer is not JSON");
    expect(at.disk.files.has(kept.sha256)).toBe(true);
    expect(charged()).toBe(2);
  });
});

describe("the ledger", () => {
  test("reads in the order of its charges, page by page of the list too", async () => {
    await buy(page([2, 1, 3, 5, 4]));
    // Confirmed together and sent side by side.
    const quotes = await inTime(
      Promise.all(
        [search("a"), page([1, 2, 3], "D2"), search("b")].map((each) => at.app.purchaseService.quote(ann, each)),
      ),
    );
    const ids = await inTime(
      Promise.all(quotes.map((each) => at.app.purchaseService.confirm(ann, { token: each.token, max_credits: 3 }))),
    );
    for (const id of ids) await inTime(seen(id));
    const whole = ledgerPage(at.app.rows, "ann", new URLSearchParams()).rows;
    const balances = whole.map(({ balance }) => balance ?? -1);
    expect(balances).toHaveLength(10);
    expect(balances).toEqual([...balances].sort((a, b) => a - b));
    expect(whole.map(({ at: charged }) => charged)).toEqual(
      whole
        .map(({ at: charged }) => charged)
        .sort()
        .reverse(),
    );

    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ limit: "2", ...(cursor === "" ? {} : { cursor }) });
      const { rows, next_cursor } = ledgerPage(at.app.rows, "ann", query);
      paged.push(...rows.map(({ intent_id }) => intent_id));
      cursor = next_cursor;
    }
    expect(paged).toEqual(whole.map(({ intent_id }) => intent_id));
  });
});

describe("an answer that is longer than it may be", () => {
  test.each([true, false])(
    "is kept up to its size limit, booked, marked incomplete and not requested again (idempotent: %s)",
    async (idempotent) => {
      at = setUp({ idempotent, script: ["endless body"] });
      const view = await buy(page([1]));
      expect(view.intents[0]).toMatchObject({ state: "stored", credits: 1, unreadable: true, incomplete: true });
      expect(view.credits_charged).toBe(1);
      expect([...at.disk.files.values()].map((each) => each.byteLength)).toEqual([simBodyBytesMax]);
      expect(at.service.requests).toBe(1);
      const ledger = ledgerPage(at.app.rows, "ann", new URLSearchParams());
      expect(ledger.rows[0]).toMatchObject({ state: "stored", credits: 1, incomplete: true });
      const library = await libraryPage(at.app.deps, at.app.rows, "ann", new URLSearchParams());
      expect(library.items[0]).toMatchObject({ unreadable: true, incomplete: true, credits: 1 });
      // It is not bought again automatically; only the user's priced "again" does that.
      expect((await inTime(at.app.purchaseService.quote(ann, page([1])))).blocker).toBe("unreadable");
      expect((await buy({ ...page([1]), epoch: "again" })).intents[0]).toMatchObject({ state: "stored", credits: 1 });
    },
  );

  test("a restart between storing and reading it changes nothing", async () => {
    at = setUp({ script: ["endless body"] });
    at.app.killAt("after-stored");
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    void at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 1 }).catch(() => undefined);
    await passTime(at.clock, 5_000);
    const { clock, disk, service, store } = at;
    const app = startApp({ clock, random: new SeededRandom(8), disk, service, store });
    app.purchaseService.runner.recover();
    await passTime(at.clock, 130_000);
    expect(at.store.prepare("select unreadable from artifacts").pluck().all()).toEqual([cutAtBound]);
  });
});

describe("a service without idempotency", () => {
  test("a request with lost outcome is never sent again automatically, and is shown as unknown", async () => {
    at = setUp({ idempotent: false, withBalance: false, script: ["reset after charge"] });
    const view = await buy(page([1]));
    expect(view.intents[0]).toMatchObject({ state: "unknown", credits: null, credits_max: 1 });
    await passTime(at.clock, 3_600_000);
    expect(at.service.requests).toBe(1);
    expect((await inTime(at.app.purchaseService.quote(ann, page([1])))).blocker).toBe("outcome_unknown");
  });

  test("the outcome is resolved by the balance only where that shows that nothing was charged", async () => {
    at = setUp({ idempotent: false, script: ["reset before charge"] });
    const uncharged = await buy(page([1]));
    await passTime(at.clock, 100_000);
    expect((await seen(uncharged.purchase_id)).intents[0]).toMatchObject({
      state: "failed",
      error: { code: "not_charged" },
    });

    at = setUp({ idempotent: false, script: ["reset after charge"] });
    const lost = await buy(page([1]));
    await passTime(at.clock, 100_000);
    expect((await seen(lost.purchase_id)).intents[0]?.state).toBe("unknown");
  });

  test("purchases that wait for a lost answer are sent with the full time for their answers, and none of them is lost", async () => {
    at = setUp({ idempotent: false, script: ["stall after charge"], workMs: 1_000 });
    await inTime(at.app.purchaseService.quote(ann, page([1])));
    const views = await together([1, 2, 3, 4, 5].map((each) => page([each])));
    await passTime(at.clock, 120_000);
    expect(await statesOf(views)).toEqual(["unknown", "stored", "stored", "stored", "stored"]);
    expect(charged()).toBe(5);
  });

  test("a request that would be sent too late for its answer is given up before, and costs nothing", async () => {
    at = setUp({ idempotent: false, script: ["stall after charge"], workMs: 20_000 });
    await inTime(at.app.purchaseService.quote(ann, page([1])));
    const views = await together([1, 2, 3].map((each) => page([each])));
    await passTime(at.clock, 120_000);
    expect(await statesOf(views)).toEqual(["unknown", "stored", "failed"]);
    expect((await seen(views[2] ?? "")).intents[0]?.error?.code).toBe("key_busy");
    expect(at.service.requests).toBe(2);
  });

  test("after a pause that the service asked for, a call has the full time for an answer or is not sent", async () => {
    at = setUp({ idempotent: false, workMs: 20_000 });
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
    at = setUp({ idempotent: false, withBalance: false, script: ["reset after charge", null] });
    await buy(page([1]));
    await passTime(at.clock, 100_000);
    const view = await buy({ ...page([1]), epoch: "again" });
    expect(view.intents[0]).toMatchObject({ state: "stored", credits: 1 });
    expect(at.store.prepare("select epoch, state from intents order by epoch").all()).toEqual([
      { epoch: 0, state: "unknown" },
      { epoch: 1, state: "stored" },
    ]);
  });

  test("one paid call of a key at a time", async () => {
    at = setUp({ idempotent: false });
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
