import { beforeEach, describe, expect, test } from "vitest";
import { createOwner } from "../../store/owners.ts";
import { ann, at, buy, inTime, page, restart, search, sections } from "../testing/purchase-setup.ts";
import type { BasketChange, SinglePurchase } from "../wire.ts";
import { basketLines, changeBasket, linkedLines } from "./basket.ts";
import { basketView, lookIntoLink } from "./basket-view.ts";
import { creditsView } from "./purchase-views.ts";

beforeEach(() => restart());

const bob = { ...ann, ownerId: "bob", keyId: "key of bob", key: "hk_secret_bob" };
const whole: SinglePurchase = { kind: "content", document_id: "D1" };

beforeEach(async () => {
  for (const owner_id of ["ann", "bob"]) await createOwner(at.store, { owner_id, created_at: 0, recovery_hash: null });
});

const change = (what: BasketChange, nowMs = 1) => changeBasket(at.app.rows, ann, what, nowMs);
const lines = () => basketLines(at.app.rows, ann);
const view = () => inTime(basketView(at.app, ann));

describe("what is collected", () => {
  test("is one line for the text of a document and one for its pages, in the order of collecting", async () => {
    await change({ add: [page([3])] }, 1);
    await change({ add: [sections("s1-1")] }, 2);
    await change({ add: [search("売上"), page([1, 3], "D1"), sections("s2-1", "s1-1")] }, 3);
    expect(await lines()).toMatchObject([page([1, 3]), sections("s1-1", "s2-1"), { kind: "search_documents" }]);
    expect(await change({ remove: [sections("s1-1")] })).toBe(4);
    expect((await lines())[2]).toMatchObject({ sections: ["s2-1"] });
    expect(await change({ clear: true })).toBe(0);
  });

  test("is counted once however often it is added, and only for its owner", async () => {
    expect(await change({ add: [page([1])] })).toBe(1);
    expect(await change({ add: [page([1]), page([1])] })).toBe(1);
    expect(await basketLines(at.app.rows, bob)).toEqual([]);
    expect(await basketLines(at.app.rows, { ...ann, upstream: "http://other" })).toEqual([]);
    const now = { nowMs: 0, pauseMs: 0 };
    expect((await creditsView(at.app.rows, ann, now)).basket_count).toBe(1);
    expect((await creditsView(at.app.rows, bob, now)).basket_count).toBe(0);
  });

  test("of a document gives way to the whole of it", async () => {
    await change({ add: [sections("s1-1", "s2-1")] });
    expect(await change({ add: [whole] })).toBe(1);
    expect(await lines()).toEqual([whole]);
  });

  test("has a bound, beyond which nothing of an addition is kept", async () => {
    const many = Array.from({ length: 100 }, (_, n) => page([n + 1], `D${n}`));
    await change({ add: many });
    await expect(change({ add: [page([1], "E")] })).rejects.toThrow("basket_full");
    expect(await lines()).toHaveLength(100);
    await change({ clear: true });
    const parts = sections(...Array.from({ length: 100 }, (_, n) => `a${n}`));
    await expect(change({ add: [parts, sections("b")] })).rejects.toThrow("basket_full");
    expect(await lines()).toEqual([]);
    const long = Array.from({ length: 30 }, (_, n) => search(`${n} ${"語".repeat(900)}`));
    await expect(change({ add: long })).rejects.toThrow("basket_full");
  });

  test("is refused where no quote would be given for it", async () => {
    await expect(change({ add: [{ ...whole, epoch: "again" }] })).rejects.toThrow("invalid_action");
    await expect(change({ add: [{ ...whole, document_id: "../x" }] })).rejects.toThrow("invalid_action");
  });
});

describe("the basket's page", () => {
  test("has each line with its price alone, what is owned of it, and its names", async () => {
    await buy(page([1], "D2"));
    await change({ add: [sections("s1-1", "s2-1")] }, 1);
    await change({ add: [page([1, 2], "D2")] }, 2);
    await change({ add: [search("売上")] }, 3);
    const { lines: shown, run } = await view();
    expect(shown).toMatchObject([
      { price: { max: 4 }, owned: false, owned_items: 0, name: { parts: ["1 主要な経営指標", "1 経営方針"] } },
      { price: { max: 1 }, owned: false, owned_items: 1, requests: 1 },
      { price: { max: 1 }, owned: false },
    ]);
    expect(run).toBeNull();
  });

  test("tells the cheaper way where there is one", async () => {
    await change({ add: [sections("s1", "s2", "s3")] });
    expect((await view()).lines[0]).toMatchObject({ price: { max: 8 }, cheaper: { action: whole, price: { max: 8 } } });
    await change({ clear: true });
    await change({ add: [sections("s1-1")] });
    expect((await view()).lines[0]).toMatchObject({ price: { max: 2 }, cheaper: null });
  });

  test("says of what can't be bought why, and prices the rest", async () => {
    await change({ add: [page([77], "D2"), sections("nowhere"), page([1], "D1")] });
    const { lines: shown } = await view();
    expect(shown.map((line) => [line.price?.max ?? null, line.blocker, line.problem?.code ?? null])).toEqual([
      [null, "not_deliverable", null],
      [null, null, "invalid_section"],
      [1, null, null],
    ]);
  });

  test("shows its newest run until it is put away", async () => {
    await change({ add: [page([1], "D2")] });
    const bought = await buy({ kind: "basket", lines: [page([1], "D2")] });
    expect(await view()).toMatchObject({ lines: [], run: { purchase_id: bought.purchase_id, done: true } });
    await changeBasket(at.app.rows, bob, { dismiss: bought.purchase_id }, 2);
    expect((await view()).run).not.toBeNull();
    await change({ dismiss: bought.purchase_id });
    expect((await view()).run).toBeNull();
  });
});

describe("somebody's link", () => {
  test("is priced for whoever opens it, keeps nothing, and counts what can't be read", async () => {
    await buy(page([1], "D2"));
    const parts = [
      "p~D2~1-2",
      "p~D2~2",
      "s~D1~s1-1",
      "s~..~x",
      "junk",
      'q~nothing~{"query":"x"}',
      'q~search_news~{"query":""}',
    ];
    const hers = await inTime(lookIntoLink(at.app, ann, parts));
    expect(hers.lines.map((line) => [line.action.kind, line.price?.max])).toEqual([
      ["pages", 1],
      ["sections", 2],
    ]);
    expect(hers).toMatchObject({ unreadable: 4, too_many: 0 });
    const his = await inTime(lookIntoLink(at.app, bob, parts));
    expect(his.lines[0]?.price?.max).toBe(2);
    expect(await lines()).toEqual([]);
  });

  test("asks for no second copy", () => {
    expect(linkedLines([{ ...whole, epoch: "again" }]).lines).toEqual([whole]);
  });
});
