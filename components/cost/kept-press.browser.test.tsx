import { afterEach, expect, test, vi } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { PurchaseAction, Quote } from "@/lib/purchases/wire";
import { PaidAction } from "./PaidAction.tsx";

const code = vi.hoisted(() => Promise.withResolvers<undefined>());
vi.mock(import("./paid-later.ts"), async (original) => {
  await code.promise;
  return original();
});

const action: PurchaseAction = { kind: "content", document_id: "D1" };
const quote: Quote = {
  ...{ token: "t1", action, price: { min: 2, max: 2 }, requests: 1, owned: false, balance: 10, balance_after: 8 },
  ...{ needs_confirmation: false, blocker: null, alternatives: [], expires_at: "2026-01-01T00:00:00+09:00" },
  ...{ spent_today: 0, daily_cap: null, monthly_cap: null, retry_at: null },
};
const credits = { balance: 10, spent_today: 0, daily_cap: null, unknown_count: 0, recent: [] };
const bought = { purchase_id: "p1", action, done: true, intents: [], credits_charged: 2, balance: 8 };
const server = fakeServer(({ url }) => {
  if (url.endsWith("/api/purchases/quote")) return Response.json(quote);
  if (url.endsWith("/api/purchases")) return Response.json(bought);
  return url.endsWith("/api/credits") ? Response.json(credits) : problem(404, "not_found");
});

let mounted: Mounted | undefined;
afterEach(() => {
  mounted?.leave();
  server.restore();
});

const posted = () => server.asked.filter(({ method }) => method === "POST");

test("a press before the purchase's code has come is said at once, kept, and one order at the pressed price", async () => {
  mounted = mount(<PaidAction action={action} verb="Read" price={{ min: 2, max: 2 }} subject="本文" />);
  const control = () => document.querySelector<HTMLButtonElement>("button.buy");
  await expect.poll(control).not.toBeNull();
  control()?.click();
  await expect.poll(() => control()?.getAttribute("aria-busy")).toBe("true");
  control()?.click();
  expect(posted()).toEqual([]);
  code.resolve(undefined);
  await expect.poll(() => posted().map(({ url }) => url)).toHaveLength(2);
  expect(posted().at(-1)?.body).toEqual({ token: "t1", max_credits: 2 });
});
