import { beforeEach, describe, expect, test } from "vitest";
import { first } from "../../store/testing/test-store.ts";
import { ledgerPage } from "../library/library-views.ts";
import { simSpender } from "../simulation/app.ts";
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
  upstream,
} from "../testing/purchase-setup.ts";

beforeEach(() => restart());

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
    await at.app.rows.budget.saveBudget("ann", { daily_cap: 10, monthly_cap: null, confirm_at: 4 });
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
    restart({ withSizes: false });
    await at.app.rows.budget.saveBudget("ann", { daily_cap: 9, monthly_cap: null, confirm_at: 4 });
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1-1")));
    expect(quote.price).toEqual({ min: 2, max: 8 });
    await buy(sections("s1-1"));
    expect(
      (
        await at.app.rows.ledger.entryOf(
          (await at.app.rows.library.lines({ owner_id: "ann", limit: 1 }))[0]?.intent_id ?? "",
        )
      )?.credits,
    ).toBe(2);
    expect((await inTime(at.app.purchaseService.quote(ann, sections("s3")))).blocker).toBe("over_daily_cap");
  });

  test("of 64 parallel purchases with one credit left one is charged, and the balance stays at 0", async () => {
    restart({ balance: 1 });
    const quotes = await inTime(
      Promise.all(Array.from({ length: 64 }, (_, n) => at.app.purchaseService.quote(ann, search(`q${n}`)))),
    );
    // The locally known balance would refuse 63 of them, so it is made outdated: the service must refuse them by
    // itself.
    await at.store.prepare("update key_states set observed_at = 0").run();
    await inTime(
      Promise.allSettled(
        quotes.map((each) => at.app.purchaseService.confirm(ann, { token: each.token, max_credits: 1 })),
      ),
    );
    await passTime(at.clock, 200_000);
    expect(charged()).toBe(1);
    expect(at.service.balance).toBe(0);
    const states = await at.store.prepare("select state, count(*) n from intents group by state order by state").all();
    expect(states).toEqual(expect.arrayContaining([{ state: "stored", n: 1 }]));
    expect(await first(at.store, "select count(*) from intents where state not in ('stored', 'failed')")).toBe(0);
  });

  test("a page that the document does not have is refused as not deliverable, not as dearer", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, page([9])));
    expect(quote.blocker).toBe("not_deliverable");
    for (const max_credits of [quote.price.max, 1]) {
      const confirmed = at.app.purchaseService.confirm(ann, { token: quote.token, max_credits });
      await expect(inTime(confirmed)).rejects.toThrow("not_deliverable");
    }
    expect(at.service.requests).toBe(0);
  });

  test("too little balance is refused before anything is sent", async () => {
    restart({ balance: 3 });
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

  test("confirming text asks for the summary and the table of contents side by side", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1-1")));
    const { summary, toc } = at.app.deps.reads;
    const tocAsked = Promise.withResolvers<void>();
    at.app.deps.reads.toc = (...asked) => {
      tocAsked.resolve();
      return toc(...asked);
    };
    // Answered only once the other has been asked for: one after the other would never end.
    at.app.deps.reads.summary = async (...asked) => {
      await tocAsked.promise;
      return summary(...asked);
    };
    await inTime(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max }));
    expect(charged()).toBeGreaterThan(0);
  });

  test("of several problems before a charge the summary's is told, whichever came first", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, sections("s1-1")));
    const tocFailed = Promise.withResolvers<void>();
    at.app.deps.reads.toc = async () => {
      tocFailed.resolve();
      throw new Error("the table of contents");
    };
    at.app.deps.reads.summary = async () => {
      await tocFailed.promise;
      throw new Error("the summary");
    };
    await expect(
      inTime(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max })),
    ).rejects.toThrow("the summary");
    expect(at.service.requests).toBe(0);
  });

  test("a quote is refused when it is expired, changed, or another owner's", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, page([1])));
    const bob = simSpender("bob", upstream);
    const refused = async (work: Promise<string>, code: string) =>
      await expect(inTime(work)).rejects.toMatchObject({ problem: { code } });
    // Another library with the same key, too.
    for (const other of [bob, { ...ann, ownerId: "bob" }]) {
      await refused(at.app.purchaseService.confirm(other, { token: quote.token, max_credits: 9 }), "invalid_quote");
    }
    await refused(at.app.purchaseService.confirm(ann, { token: `${quote.token}x`, max_credits: 9 }), "invalid_quote");
    await passTime(at.clock, 5 * 60_000);
    await refused(at.app.purchaseService.confirm(ann, { token: quote.token, max_credits: 9 }), "quote_expired");
    expect(at.service.requests).toBe(0);
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
    const whole = (await ledgerPage(at.app.rows, "ann", new URLSearchParams())).rows;
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
      const { rows, next_cursor } = await ledgerPage(at.app.rows, "ann", query);
      paged.push(...rows.map(({ intent_id }) => intent_id));
      cursor = next_cursor;
    }
    expect(paged).toEqual(whole.map(({ intent_id }) => intent_id));
  });
});
