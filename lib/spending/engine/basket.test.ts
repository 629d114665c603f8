import { beforeEach, describe, expect, test } from "vitest";
import { createOwner } from "../../store/owners.ts";
import { first, firsts } from "../../store/testing/test-store.ts";
import { crashPoints } from "../ports.ts";
import { itemsOfLine, parseSingle } from "../pricing/actions.ts";
import { passTime } from "../simulation/environment.ts";
import {
  ann,
  at,
  basket,
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
import type { PurchaseAction, SinglePurchase } from "../wire.ts";
import { basketRunMaxMs } from "./basket-runs.ts";

beforeEach(() => restart());

const original: SinglePurchase = { kind: "original", document_id: "D1", original_id: "pdf" };
const mixed = () => basket(sections("s1-1", "s2-1"), page([1, 2], "D2"), original, search("売上"));

const owner = { ownerId: ann.ownerId, upstream: ann.upstream };
const bookedSum = async () => Number(await first(at.store, "select sum(credits) from ledger"));

async function order(action: PurchaseAction): Promise<{ token: string; max_credits: number }> {
  const quote = await inTime(at.app.purchaseService.quote(ann, action));
  return { token: quote.token, max_credits: quote.price.max };
}

describe("a basket", () => {
  test("is quoted as the sum of its lines, and each line's request is an intent of its own", async () => {
    const quote = await inTime(at.app.purchaseService.quote(ann, mixed()));
    expect(quote).toMatchObject({ price: { min: 15, max: 15 }, requests: 5, owned: false, needs_confirmation: true });
    const view = await buy(mixed());
    expect(view.intents.map((each) => each.state)).toEqual(Array(5).fill("stored"));
    expect(view.lines?.map((line) => [line.action.kind, line.state, line.credits_charged])).toEqual([
      ["sections", "stored", 4],
      ["pages", "stored", 2],
      ["original", "stored", 8],
      ["search_documents", "stored", 1],
    ]);
    expect(view.done).toBe(true);
    expect([view.credits_charged, charged(), await bookedSum()]).toEqual([15, 15, 15]);
  });

  test("costs nothing for what is owned, and buys it in no line again", async () => {
    await buy(page([1], "D2"));
    await buy(sections("s1-1"));
    const before = charged();
    const view = await buy(mixed());
    expect(charged() - before).toBe(view.credits_charged);
    expect((await inTime(at.app.purchaseService.quote(ann, mixed()))).owned).toBe(true);
    expect((await buy(mixed())).credits_charged).toBe(0);
  });

  test("buys the rest where what is owned of it is listed no more", async () => {
    await buy(page([1], "D2"));
    await at.store.prepare("update document_cards set pages = null").run();
    const view = await buy(basket(page([1], "D2"), search("売上")));
    expect(view).toMatchObject({ done: true, credits_charged: 1 });
  });

  test("with two lines of the same thing, or a second copy, is refused before any price", async () => {
    const refused = (action: unknown) =>
      expect(at.app.purchaseService.quote(ann, action)).rejects.toThrow("invalid_action");
    await refused(basket(sections("s1"), sections("s2")));
    await refused(basket(sections("s1"), { kind: "content", document_id: "D1" }));
    await refused(basket(search("売上"), search("売上")));
    await refused(basket({ ...page([1]), epoch: "again" }));
    await refused({ kind: "basket", lines: [] });
    await refused({ kind: "basket", lines: [mixed()] });
    await refused({ kind: "basket", lines: Array.from({ length: 101 }, (_, n) => page([1], `D${n}`)) });
  });

  test("confirmed in two tabs at once is charged once", async () => {
    const ids = await together([mixed(), mixed()]);
    await passTime(at.clock, 60_000);
    expect(new Set(await statesOf(ids))).toEqual(new Set(["stored"]));
    expect(charged()).toBe(15);
  });

  test("whose price rose in one line runs nothing, though another line fell by more", async () => {
    const asked = await order(basket(sections("s1-1"), original));
    expect(asked.max_credits).toBe(10);
    await buy(original);
    at.service.lengthFactor = 30;
    const before = at.service.requests;
    await expect(inTime(at.app.purchaseService.confirm(ann, asked))).rejects.toThrow("price_changed");
    expect(at.service.requests).toBe(before);
    expect((await inTime(at.app.purchaseService.quote(ann, basket(sections("s1-1"))))).price.max).toBe(8);
  });

  test("that costs more than was on the screen runs nothing", async () => {
    const asked = await order(mixed());
    const refused = at.app.purchaseService.confirm(ann, { ...asked, max_credits: asked.max_credits - 1 });
    await expect(inTime(refused)).rejects.toThrow("price_changed");
    expect(at.service.requests).toBe(0);
  });

  test("over the day's cap as a whole runs nothing, though each line would fit", async () => {
    await at.app.rows.budget.saveBudget("ann", { daily_cap: 14, monthly_cap: null, confirm_at: 4 });
    const quote = await inTime(at.app.purchaseService.quote(ann, mixed()));
    expect(quote.blocker).toBe("over_daily_cap");
    const asked = { token: quote.token, max_credits: quote.price.max };
    await expect(inTime(at.app.purchaseService.confirm(ann, asked))).rejects.toThrow("over_daily_cap");
    expect(charged()).toBe(0);
  });

  test("names the line that failed, which costs nothing and stays in the basket, and runs the others", async () => {
    restart({ script: ["500 problem", "500 problem", "500 problem"] });
    await createOwner(at.store, { owner_id: "ann", created_at: 0, recovery_hash: null });
    for (const line of [page([1], "D2"), parseSingle(search("売上"))]) {
      for (const { kind, params, documentId } of itemsOfLine(line)) {
        await at.app.rows.baskets.add(owner, { kind, params, document_id: documentId }, 1);
      }
    }
    const view = await buy(basket(page([1], "D2"), search("売上")));
    await passTime(at.clock, 60_000);
    const after = await seen(view.purchase_id);
    expect(after.lines?.map((line) => [line.state, line.credits_charged, line.error?.status])).toEqual([
      ["failed", 0, 500],
      ["stored", 1, undefined],
    ]);
    expect(after.lines?.[0]?.name.document_title).toBe("有価証券報告書");
    expect(charged()).toBe(1);
    expect((await at.app.rows.baskets.items(owner)).map((item) => item.kind)).toEqual(["pages"]);
  });

  test("stopped between lines sends nothing more, and what was not sent costs nothing", async () => {
    restart({ workMs: 20_000 });
    const asked = await order(mixed());
    const id = await inTime(at.app.purchaseService.confirm(ann, asked));
    expect((await seen(id)).lines?.map((line) => line.state)).toEqual(["running", "waiting", "waiting", "waiting"]);
    expect(await at.app.purchaseService.runner.baskets.stop("bob", id)).toBe(false);
    expect(await at.app.purchaseService.runner.baskets.stop("ann", id)).toBe(true);
    await passTime(at.clock, 60_000);
    const view = await seen(id);
    expect(view).toMatchObject({ done: true, stopped: true, credits_charged: 4 });
    expect(view.lines?.map((line) => [line.state, line.error?.code])).toEqual([
      ["stored", undefined],
      ["failed", "stopped"],
      ["failed", "stopped"],
      ["failed", "stopped"],
    ]);
    expect(charged()).toBe(4);
    expect((await buy(mixed())).credits_charged).toBe(11);
  });

  test("stopped, also gives up what an earlier purchase had failed to get", async () => {
    restart({
      idempotent: false,
      workMs: 20_000,
      script: ["refused connection", "refused connection", "refused connection"],
    });
    await buy(search("売上"));
    await passTime(at.clock, 60_000);
    const id = await inTime(at.app.purchaseService.confirm(ann, await order(basket(page([1], "D2"), search("売上")))));
    await at.app.purchaseService.runner.baskets.stop("ann", id);
    await passTime(at.clock, 60_000);
    expect((await seen(id)).lines?.map((line) => [line.state, line.error?.code])).toEqual([
      ["stored", undefined],
      ["failed", "stopped"],
    ]);
  });

  test("stopping does not stop what was asked for beside the basket", async () => {
    restart({ workMs: 20_000, idempotent: false });
    const id = await inTime(at.app.purchaseService.confirm(ann, await order(basket(page([1], "D2"), search("売上")))));
    const alone = await inTime(at.app.purchaseService.confirm(ann, await order(search("売上"))));
    await at.app.purchaseService.runner.baskets.stop("ann", id);
    await passTime(at.clock, 120_000);
    expect(await statesOf([alone])).toEqual(["stored"]);
  });
});

describe("a basket whose process is killed", () => {
  test.each(crashPoints.filter((each) => each !== "before-intent"))(
    "at %s goes on in the next one: every line arrives, none is charged twice",
    async (point) => {
      const asked = await order(mixed());
      at.app.killAt(point);
      void at.app.purchaseService.confirm(ann, asked).catch(() => undefined);
      await passTime(at.clock, 5_000);
      expect(at.app.isAlive()).toBe(false);
      await startAgain();
      await passTime(at.clock, 300_000);
      const id = String(await first(at.store, "select purchase_id from basket_runs"));
      expect(new Set((await seen(id)).intents.map((each) => each.state))).toEqual(new Set(["stored"]));
      expect((await seen(id)).done).toBe(true);
      expect([charged(), await bookedSum()]).toEqual([15, 15]);
    },
  );

  test("goes on after an orderly stop too", async () => {
    restart({ workMs: 3_000 });
    const asked = await order(mixed());
    void at.app.purchaseService.confirm(ann, asked);
    await passTime(at.clock, 1_000);
    await inTime(at.app.purchaseService.runner.close());
    expect(await first(at.store, "select count(*) from intents where state = 'intent'")).toBeGreaterThan(0);
    await startAgain();
    await passTime(at.clock, 60_000);
    expect(charged()).toBe(15);
    expect(await first(at.store, "select count(*) from intents where state <> 'stored'")).toBe(0);
  });

  test("is not resumed once it is old: what is left costs nothing and needs a new confirmation", async () => {
    const asked = await order(mixed());
    at.app.killAt("after-intent");
    void at.app.purchaseService.confirm(ann, asked).catch(() => undefined);
    await passTime(at.clock, basketRunMaxMs + 1_000);
    await startAgain();
    await passTime(at.clock, 60_000);
    expect(charged()).toBe(0);
    expect(await firsts(at.store, "select distinct state from intents")).toEqual(["failed"]);
  });

  test("and that was stopped is not resumed", async () => {
    restart({ workMs: 20_000 });
    const id = await inTime(at.app.purchaseService.confirm(ann, await order(mixed())));
    await at.app.purchaseService.runner.baskets.stop("ann", id);
    at.app.kill();
    await startAgain();
    await passTime(at.clock, 300_000);
    expect(charged()).toBe(4);
    expect((await seen(id)).done).toBe(true);
  });
});
