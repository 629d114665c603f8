import { describe, expect, test } from "vitest";
import type { AppProblem, IntentView, PurchaseAction, PurchaseView, Quote } from "@/lib/spending/wire";
import { nextStage, type PurchaseEvent } from "./next-stage.ts";
import { idle, type PurchaseStage, priceShown } from "./purchase-stages.ts";

const action: PurchaseAction = { kind: "content", document_id: "D1" };
const exactly = (credits: number) => ({ min: credits, max: credits });
const problem = (code: string): AppProblem => ({
  ...{ status: 409, code, detail: "", instance: null, retry_after_seconds: null },
});

function quote(more: Partial<Quote> = {}): Quote {
  return {
    ...{ token: "t", action, price: exactly(4), requests: 1, owned: false, balance: 100, balance_after: 96 },
    ...{ needs_confirmation: false, blocker: null, alternatives: [], expires_at: "", spent_today: 0 },
    ...{ daily_cap: null, monthly_cap: null, retry_at: null },
    ...more,
  };
}

function view(...intents: Partial<IntentView>[]): PurchaseView {
  const whole = intents.map((each, at) => ({
    ...{ intent_id: `i${at}`, state: "stored" as const, credits: 4, credits_max: 4, error: null },
    ...each,
  }));
  return { purchase_id: "p", action, done: true, intents: whole, credits_charged: 4, balance: 96 };
}

function after(...events: PurchaseEvent[]): PurchaseStage {
  return events.reduce(nextStage, idle);
}

const asked = (credits: number): PurchaseEvent => ({ type: "asked", action, shown: exactly(credits) });
const quoted = (more: Partial<Quote> = {}): PurchaseEvent => ({ type: "quoted", quote: quote(more) });

describe("the price on the screen is what is sent", () => {
  test("a click orders at the price of the control, and not at the quote's", () => {
    const stage = after(asked(8), quoted({ price: { min: 2, max: 4 } }));
    expect(stage).toMatchObject({ name: "running", order: { token: "t", max_credits: 8 }, reserved: 4 });
  });

  test("a quote above the price on the screen runs nothing and shows the new price", () => {
    expect(after(asked(2), quoted({ price: exactly(4) }))).toEqual({ name: "repriced", action, price: exactly(4) });
    expect(after(asked(2), quoted({ price: exactly(4), needs_confirmation: true })).name).toBe("repriced");
  });

  test("what is confirmed in the dialog is ordered at the price that the dialog showed", () => {
    const price = { min: 2, max: 4 };
    const asking = after(asked(8), quoted({ price, needs_confirmation: true }));
    expect(asking.name).toBe("confirming");
    expect(nextStage(asking, { type: "confirmed" })).toMatchObject({ name: "running", order: { max_credits: 4 } });
  });

  test("a price that rose is shown for what it was asked for, and for nothing else", () => {
    const stage = after(asked(2), quoted({ price: exactly(4) }));
    expect(priceShown(stage, { ...action }, exactly(2))).toEqual(exactly(4));
    expect(priceShown(stage, { kind: "content", document_id: "D2" }, exactly(2))).toEqual(exactly(2));
    expect(priceShown(idle, action, exactly(2))).toEqual(exactly(2));
  });

  test("a price that the server refuses is asked for again, and only shown", () => {
    const refused = after(asked(4), quoted(), { type: "refused", problem: problem("price_changed") });
    expect(refused).toMatchObject({ name: "quoting", looking: true });
    // Even a quote within the price shown before runs nothing now: the user has to click again.
    for (const price of [exactly(8), exactly(2)]) {
      expect(nextStage(refused, quoted({ price }))).toEqual({ name: "repriced", action, price });
    }
    expect(nextStage(refused, { type: "refused", problem: problem("app_unreachable") }).name).toBe("failed");
  });
});

describe("what may run", () => {
  test("what is owned already costs nothing and runs without a question", () => {
    const owned = { owned: true, price: exactly(0), needs_confirmation: true, blocker: "insufficient" as const };
    expect(after(asked(4), quoted(owned))).toMatchObject({ name: "running", reserved: 0 });
  });

  test("what is blocked says so and never runs", () => {
    const blocked = after(asked(4), quoted({ blocker: "over_daily_cap" }));
    expect(blocked.name).toBe("blocked");
    expect(nextStage(blocked, { type: "confirmed" })).toBe(blocked);
  });

  test("a second click while one is under way changes nothing", () => {
    for (const stage of [after(asked(4)), after(asked(4), quoted())]) {
      expect(nextStage(stage, asked(9))).toBe(stage);
      expect(nextStage(stage, { type: "reset" })).toBe(stage);
    }
    const running = after(asked(4), quoted({ needs_confirmation: true }), { type: "confirmed" });
    expect(nextStage(running, { type: "confirmed" })).toBe(running);
  });

  test("an answer that arrives in a later stage changes nothing", () => {
    const events: PurchaseEvent[] = [
      quoted(),
      { type: "confirmed" },
      { type: "progressed", view: view() },
      { type: "finished", view: view() },
      { type: "refused", problem: problem("x") },
    ];
    for (const event of events) expect(nextStage(idle, event)).toBe(idle);
  });
});

describe("how it ends", () => {
  const finished = (...intents: Partial<IntentView>[]) =>
    after(asked(4), quoted(), { type: "finished", view: view(...intents) });

  test("stored is done, failed carries its problem, unknown the most that it may have cost", () => {
    expect(finished({}).name).toBe("done");
    expect(finished({}, { state: "failed", error: problem("not_found") })).toMatchObject({
      name: "failed",
      problem: { code: "not_found" },
    });
    const lost = { state: "unknown" as const, credits: null, credits_max: 3, error: problem("upstream_lost") };
    expect(finished({}, lost, lost)).toMatchObject({ name: "unknown", creditsMax: 6 });
  });

  test("a failure leads back to a new click at the price on the screen", () => {
    const failed = after(asked(4), { type: "refused", problem: problem("rate_limit_exceeded") });
    expect(nextStage(failed, { type: "reset" })).toBe(idle);
    expect(nextStage(failed, asked(2))).toMatchObject({ name: "quoting", shown: exactly(2), looking: false });
  });
});
