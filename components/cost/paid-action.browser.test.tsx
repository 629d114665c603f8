import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Asked, fakeServer, later, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { markAway, noteAnswer } from "@/lib/next/queries/service-state";
import type { IntentView, PurchaseAction, PurchaseView, Quote } from "@/lib/spending/wire";
import { PaidAction } from "./PaidAction.tsx";

const action: PurchaseAction = { kind: "content", document_id: "D1" };
const quote: Quote = {
  ...{ token: "t1", action, price: { min: 2, max: 2 }, requests: 1, owned: false, balance: 10, balance_after: 8 },
  ...{ needs_confirmation: false, blocker: null, alternatives: [], expires_at: "2026-01-01T00:00:00+09:00" },
  ...{ spent_today: 0, daily_cap: null, monthly_cap: null, retry_at: null },
};
const intent: IntentView = { intent_id: "i1", state: "stored", credits: 2, credits_max: 2, error: null };
const bought: PurchaseView = {
  ...{ purchase_id: "p1", action, done: true, intents: [intent], credits_charged: 2, balance: 8 },
};
const credits = { balance: 10, spent_today: 0, daily_cap: null, unknown_count: 0, recent: [] };

let quoted: () => Response | Promise<Response>;
let confirmed: (body: unknown) => Response | Promise<Response>;
let followed: () => Response;
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;
const onBought = vi.fn<(view: PurchaseView) => void>();

beforeEach(() => {
  quoted = () => Response.json(quote);
  confirmed = () => Response.json(bought);
  followed = () => Response.json(bought);
  onBought.mockReset();
  server = fakeServer(({ method, url, body }) => {
    if (url.endsWith("/api/purchases/quote")) return quoted();
    if (url.endsWith("/api/purchases") && method === "POST") return confirmed(body);
    if (url.endsWith("/api/purchases/p1")) return followed();
    return url.endsWith("/api/credits") ? Response.json(credits) : problem(404, "not_found");
  });
  mounted = mount(
    <PaidAction action={action} verb="Read" price={{ min: 2, max: 2 }} subject="本文" onBought={onBought} />,
  );
});
afterEach(() => {
  mounted.leave();
  noteAnswer();
  server.restore();
});

const control = () => document.querySelector<HTMLButtonElement>("button.buy");
const dialogButton = (words: string) =>
  [...document.querySelectorAll<HTMLButtonElement>("[role=dialog] button")].find((each) =>
    each.innerText.includes(words),
  );
const orders = () =>
  server.asked.filter(({ method, url }: Asked) => method === "POST" && url.endsWith("/api/purchases"));
const click = async () => {
  await expect.poll(() => control()?.getAttribute("aria-busy") ?? "idle").toBe("idle");
  control()?.click();
};

test("two clicks in one frame are one order, at the price that was on the control", async () => {
  await expect.poll(control).not.toBeNull();
  control()?.click();
  control()?.click();
  await expect.poll(() => onBought.mock.calls.length).toBe(1);
  expect(orders().map(({ body }) => body)).toEqual([{ token: "t1", max_credits: 2 }]);
});

test("while it runs the control says what is reserved, and a click does nothing", async () => {
  const answer = later();
  confirmed = () => answer.answer;
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => control()?.getAttribute("aria-busy")).toBe("true");
  await expect.poll(() => orders().length).toBe(1);
  control()?.click();
  answer.give(Response.json(bought));
  await expect.poll(() => onBought.mock.calls.length).toBe(1);
  expect(orders()).toHaveLength(1);
});

test("a price that is higher than the one on the control runs nothing, and is shown before anything can", async () => {
  quoted = () => Response.json({ ...quote, price: { min: 4, max: 4 } });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => control()?.innerText).toContain("4");
  expect(orders()).toEqual([]);
  await click();
  await expect.poll(() => orders().map(({ body }) => body)).toEqual([{ token: "t1", max_credits: 4 }]);
});

test("a price that rose between quote and order is refused by the server, shown, and not bought by itself", async () => {
  confirmed = () => problem(409, "price_changed");
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => orders().length).toBe(1);
  quoted = () => Response.json({ ...quote, token: "t2", price: { min: 8, max: 8 } });
  await expect.poll(() => server.asked.filter(({ url }) => url.endsWith("/quote")).length).toBe(2);
  await expect.poll(() => control()?.getAttribute("aria-busy") ?? "idle").toBe("idle");
  expect(orders()).toHaveLength(1);
  expect(onBought).not.toHaveBeenCalled();
});

test("at the owner's threshold nothing is sent before the dialog is confirmed, and cancelling sends nothing", async () => {
  quoted = () => Response.json({ ...quote, needs_confirmation: true });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => dialogButton("Cancel")).toBeDefined();
  expect(orders()).toEqual([]);
  dialogButton("Cancel")?.click();
  await expect.poll(() => document.querySelector("[role=dialog]")).toBeNull();
  expect(orders()).toEqual([]);
  await click();
  await expect.poll(() => dialogButton("Read")).toBeDefined();
  dialogButton("Read")?.click();
  await expect.poll(() => onBought.mock.calls.length).toBe(1);
  expect(orders()).toHaveLength(1);
});

test("the confirmation names the act, and what another way gives at the same price", async () => {
  const original: PurchaseAction = { kind: "original", document_id: "D1", original_id: "pdf" };
  const pages: PurchaseAction = { kind: "pages", document_id: "D1", pages: [1] };
  const alternatives = [
    { action: original, price: { min: 2, max: 2 } },
    { action: pages, price: { min: 1, max: 1 } },
  ];
  quoted = () => Response.json({ ...quote, needs_confirmation: true, alternatives });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => document.querySelector("[role=dialog] h3")?.textContent).toBe("Buy the whole text?");
  const ways = [...document.querySelectorAll<HTMLElement>("[role=dialog] li")].map((each) => each.innerText);
  expect(ways[0]).toContain("At the same price.");
  expect(ways[0]).toContain("The file as filed");
  expect(ways[1]).not.toContain("At the same price.");
  dialogButton("Cancel")?.click();
});

test("what lacks parts is not sold as the whole text, and the confirmation names what is missing", async () => {
  const content: PurchaseAction = { kind: "content", document_id: "D1" };
  const original: PurchaseAction = { kind: "original", document_id: "D1", original_id: "pdf" };
  const alternatives = [
    { action: content, price: { min: 8, max: 8 } },
    { action: original, price: { min: 8, max: 8 } },
  ];
  const lacking = { needs_confirmation: true, alternatives, missing_parts: ["第一部", "監査報告書"] };
  quoted = () => Response.json({ ...quote, action: content, ...lacking });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect
    .poll(() => document.querySelector("[role=dialog] h3")?.textContent)
    .toBe("Buy all the text that is there?");
  const dialog = document.querySelector<HTMLElement>("[role=dialog]")?.innerText ?? "";
  expect(dialog).toContain("Not included, because the service does not have it: 第一部, 監査報告書.");
  expect(dialog).toContain("The text of every section that the service has");
  expect(dialog).toContain("Or all that is there");
  expect(dialog).not.toMatch(/whole/i);
  dialogButton("Cancel")?.click();
});

test("a connection that breaks over the order is asked again with the same token, never with a new one", async () => {
  let broken = 1;
  confirmed = () => {
    if (broken-- > 0) throw new TypeError("network");
    return Response.json(bought);
  };
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => onBought.mock.calls.length).toBe(1);
  expect(server.asked.filter(({ url }) => url.endsWith("/quote"))).toHaveLength(1);
  const order = { token: "t1", max_credits: 2 };
  expect(orders().map(({ body }) => body)).toEqual([order, order]);
});

test("an unknown outcome is shown with what it may have cost, and not tried again by itself", async () => {
  const unknown = { ...intent, state: "unknown", credits: null } as const;
  confirmed = () => Response.json({ ...bought, intents: [unknown], credits_charged: 0 });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => document.querySelector(".outcome")?.textContent ?? "").toContain("2");
  expect(orders()).toHaveLength(1);
  expect(onBought).not.toHaveBeenCalled();
});

test("what the budget refuses says why, and can't be clicked", async () => {
  quoted = () => Response.json({ ...quote, blocker: "over_daily_cap", daily_cap: 1 });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => control()?.getAttribute("aria-disabled")).toBe("true");
  control()?.click();
  expect(orders()).toEqual([]);
});

test("a connection that breaks while a purchase is followed is picked up again, and nothing is ordered twice", async () => {
  confirmed = () => Response.json({ ...bought, done: false, intents: [{ ...intent, state: "sent", credits: null }] });
  let broken = 2;
  followed = () => {
    if (broken-- > 0) throw new TypeError("network");
    return Response.json(bought);
  };
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => onBought.mock.calls.length).toBe(1);
  expect(orders()).toHaveLength(1);
});

test("an open confirmation can't be confirmed once the service has gone, and can when it is back", async () => {
  quoted = () => Response.json({ ...quote, needs_confirmation: true });
  await expect.poll(control).not.toBeNull();
  control()?.click();
  const confirm = () => document.querySelector<HTMLButtonElement>("[role=dialog] button.buy");
  await expect.poll(() => confirm()?.disabled).toBe(false);
  markAway();
  await expect.poll(() => confirm()?.disabled).toBe(true);
  confirm()?.click();
  expect(orders()).toEqual([]);
  noteAnswer();
  await expect.poll(() => confirm()?.disabled).toBe(false);
});
