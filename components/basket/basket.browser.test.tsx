import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { BasketButton } from "@/components/cost";
import { type Asked, fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import type { BasketChange, BasketLine, BasketView, LineOutcome, PurchaseView, Quote } from "@/lib/spending/wire";
import basket from "@/messages/en/basket.json";
import cost from "@/messages/en/cost.json";
import errors from "@/messages/en/errors.json";
import { BasketDrawer, BasketPage } from ".";

const name = {
  document_title: "有価証券報告書",
  language: "ja",
  issuer_name: "海鳴精機",
  issuer_name_en: null,
  parts: [],
};
const base = { name, requests: 1, owned: false, owned_items: 0, blocker: null, problem: null, cheaper: null };
const sections: BasketLine = {
  ...base,
  action: { kind: "sections", document_id: "D1", sections: ["s1", "s2"] },
  name: { ...name, parts: ["事業の内容", "事業等のリスク"] },
  price: { min: 4, max: 4 },
  cheaper: { action: { kind: "content", document_id: "D1" }, price: { min: 4, max: 4 } },
};
const pages: BasketLine = {
  ...{ ...base, action: { kind: "pages", document_id: "D2", pages: [1, 2] }, price: { min: 1, max: 1 } },
  owned_items: 1,
};
const owned: BasketLine = {
  ...{ ...base, action: { kind: "original", document_id: "D3", original_id: "pdf" }, price: { min: 0, max: 0 } },
  owned: true,
};
const waiting: BasketLine = {
  ...{ ...base, action: { kind: "content", document_id: "D4" }, price: null, blocker: "not_deliverable" },
};

let view: BasketView;
let needsConfirmation: boolean;
let run: PurchaseView;
let confirmed: () => Response | Promise<Response>;
let changed: () => Response;
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;

const credits = { balance: 100, spent_today: 3, spent_month: 3, daily_cap: 50, monthly_cap: null, confirm_at: 99 };

beforeEach(() => {
  view = { lines: [sections, pages, owned, waiting], run: null };
  needsConfirmation = false;
  confirmed = () => Response.json(run);
  changed = () => Response.json({ count: 1 });
  run = runWith("stored", "stored");
  server = fakeServer(answer);
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

function answer({ method, url, body }: Asked): Response | Promise<Response> {
  if (url.endsWith("/api/basket")) return method === "PUT" ? changed() : Response.json(view);
  if (url.endsWith("/api/basket/look")) {
    return Response.json({ lines: [pages], unreadable: 2, too_many: 0, body });
  }
  if (url.endsWith("/api/purchases/quote")) return Response.json(quoteOf(body));
  if (url.endsWith("/api/purchases")) return confirmed();
  if (url.endsWith("/stop")) return Response.json(run);
  if (url.includes("/api/purchases/")) return Response.json(run);
  return url.endsWith("/api/credits") ? Response.json({ ...credits, recent: [] }) : problem(404, "not_found");
}

function quoteOf(body: unknown): Quote {
  const { action } = body as Pick<Quote, "action">;
  return {
    ...{ token: "t1", action, price: { min: 5, max: 5 }, requests: 2, owned: false, balance: 100, balance_after: 95 },
    ...{ needs_confirmation: needsConfirmation, blocker: null, alternatives: [], expires_at: "", retry_at: null },
    ...{ spent_today: 3, daily_cap: 50, monthly_cap: null },
  };
}

function runWith(...states: LineOutcome["state"][]): PurchaseView {
  const lines = [sections, pages].map((line, at): LineOutcome => {
    const state = states[at] ?? "waiting";
    const error =
      state === "failed"
        ? { status: 404, code: "not_found", detail: "", instance: null, retry_after_seconds: null }
        : null;
    return {
      ...{ action: line.action, name: line.name, state, credits_unknown: state === "unknown" ? 1 : 0, error },
      credits_charged: state === "stored" ? (line.price?.max ?? 0) : 0,
    };
  });
  return {
    purchase_id: "p1",
    action: { kind: "basket", lines: [sections.action, pages.action] },
    done: states.every((state) => state !== "waiting" && state !== "running"),
    intents: [],
    credits_charged: lines.reduce((sum, line) => sum + line.credits_charged, 0),
    balance: 95,
    lines,
    stopped: false,
  };
}

function show(linked: readonly string[] = []) {
  mounted = mount(
    <WordsProvider locale="en" messages={{ basket, cost, errors }}>
      <BasketPage linked={linked} />
    </WordsProvider>,
  );
}

const sent = (method: string, end: string) =>
  server.asked.filter((each) => each.method === method && each.url.endsWith(end)).map(({ body }) => body);
const changes = () => sent("PUT", "/api/basket") as BasketChange[];
const text = () => mounted.element.innerText;

test("one control has the total of what can be bought, without what is owned and what can't be", async () => {
  show();
  await expect.element(page.getByRole("button", { name: /Buy all 2, 5 credits/ })).toBeVisible();
  await expect.poll(text).toContain("Balance 100 → 95, today 3 → 8 of 50.");
  expect(text()).toContain("1 line can’t be bought now and is left out.");
  expect(text()).toContain("1 of 2 owned");
});

test("the click sends the lines that were shown, and the total on the screen is the most it may cost", async () => {
  show();
  await page.getByRole("button", { name: /Buy all 2/ }).click();
  await expect.poll(() => sent("POST", "/api/purchases")).toEqual([{ token: "t1", max_credits: 5 }]);
  expect(sent("POST", "/api/purchases/quote")).toEqual([
    { action: { kind: "basket", lines: [sections.action, pages.action] } },
  ]);
});

test("a total that rose runs nothing and shows the new one", async () => {
  confirmed = () => problem(409, "price_changed");
  show();
  await page.getByRole("button", { name: /Buy all 2/ }).click();
  await expect.poll(text).toContain("It costs 5 now. Nothing was run.");
  expect(sent("POST", "/api/purchases")).toHaveLength(1);
  expect(sent("GET", "/api/basket").length).toBeGreaterThan(1);
});

test("while it runs each line has its state, nothing can be taken out, and it can be stopped", async () => {
  run = runWith("running", "waiting");
  show();
  await page.getByRole("button", { name: /Buy all 2/ }).click();
  await expect.poll(text).toContain("Buying the basket");
  await expect.poll(text).toContain("Waiting");
  expect(mounted.element.querySelectorAll("[aria-label^='Take out']")).toHaveLength(0);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => sent("POST", "/p1/stop")).toHaveLength(1);
  run = { ...runWith("stored", "failed"), stopped: true };
  view = { lines: [pages], run };
  await expect.poll(text).toContain("Stopped");
});

test("a line that failed is named with its 0, and stays for another try", async () => {
  run = runWith("stored", "failed");
  view = { ...view, run };
  show();
  await expect.poll(text).toContain("Bought in part");
  expect(text()).toContain("4 credits charged.");
  expect(text()).toContain("0 charged. The service does not have this any more.");
  expect(text()).toContain("What was not bought is still in the basket.");
  await page.getByRole("button", { name: "Put away" }).click();
  expect(changes()).toEqual([{ dismiss: "p1" }]);
});

test("a run that another tab began is followed to its end", async () => {
  run = runWith("running", "waiting");
  view = { lines: [sections, pages], run };
  show();
  await expect.poll(text).toContain("Buying the basket");
  run = runWith("stored", "stored");
  view = { lines: [], run };
  await expect.poll(text).toContain("Basket bought");
  await expect.poll(text).toContain("Nothing is collected");
});

test("an outcome that is unknown says what may have been charged", async () => {
  run = runWith("stored", "unknown");
  view = { ...view, run };
  show();
  await expect.poll(text).toContain("Up to 1 more may have been charged.");
});

test("a section is taken out alone, the cheaper way replaces the line, all that is owned leaves at once", async () => {
  show();
  await page.getByRole("button", { name: "Take out: 事業等のリスク" }).click();
  await page.getByRole("button", { name: "Take that instead" }).click();
  await page.getByRole("button", { name: "Take out what is owned" }).click();
  await page.getByRole("button", { name: "Empty the basket" }).click();
  expect(changes()).toEqual([
    { remove: [{ ...sections.action, sections: ["s2"] }] },
    { add: [{ kind: "content", document_id: "D1" }], remove: [sections.action] },
    { remove: [owned.action] },
    { clear: true },
  ]);
});

test("the button beside a price puts a thing in and takes it out again, and says where there was no room", async () => {
  mounted = mount(<BasketButton action={pages.action} />);
  await page.getByRole("button", { name: "Add to basket" }).click();
  const inside = page.getByRole("button", { name: "In the basket. Take it out" });
  await expect.element(inside).toHaveAttribute("aria-pressed", "true");
  await inside.click();
  await expect.element(page.getByRole("button", { name: "Add to basket" })).toBeVisible();
  changed = () => problem(409, "basket_full");
  await page.getByRole("button", { name: "Add to basket" }).click();
  await expect.element(page.getByRole("button", { name: "Not added" })).toBeVisible();
  expect(changes()).toEqual([{ add: [pages.action] }, { remove: [pages.action] }, { add: [pages.action] }]);
});

test("an empty basket says how to fill it, and has nothing to buy", async () => {
  view = { lines: [], run: null };
  show();
  await expect.element(page.getByRole("heading", { name: "Nothing is collected" })).toBeVisible();
  expect(mounted.element.querySelector("[data-paid]")).toBeNull();
});

test("somebody's link is offered at one's own prices, and taken over only by a click", async () => {
  view = { lines: [], run: null };
  show(["p~D2~1-2", "junk"]);
  await expect.poll(text).toContain("From a link");
  await expect.poll(text).toContain("2 parts of the link can’t be read.");
  expect(sent("POST", "/api/basket/look")).toEqual([{ parts: ["p~D2~1-2", "junk"] }]);
  expect(changes()).toEqual([]);
  changed = () => problem(409, "basket_full");
  await page.getByRole("button", { name: "Take it over" }).click();
  await expect.poll(text).toContain("Your basket has no room for all of them.");
  changed = () => Response.json({ count: 1 });
  await page.getByRole("button", { name: "Take it over" }).click();
  await expect.poll(text).toContain("They are in your basket.");
  expect(changes()).toEqual([{ add: [pages.action] }, { add: [pages.action] }]);
});

test("where the prices can't be told, it says so and asks again", async () => {
  server.restore();
  let isDown = true;
  server = fakeServer((asked) =>
    isDown && asked.url.endsWith("/api/basket") ? problem(503, "app_error") : answer(asked),
  );
  show();
  await expect.element(page.getByRole("alert")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(text).toContain("Total");
});

test("beside a page: a purchase that asks for confirmation asks above the basket, and Escape closes one after the other", async () => {
  let closed = 0;
  needsConfirmation = true;
  mounted = mount(
    <WordsProvider locale="en" messages={{ basket, cost, errors }}>
      <BasketDrawer onClose={() => closed++} />
    </WordsProvider>,
  );
  // By key: without the app's styles the veil lies above the drawer.
  await expect.element(page.getByRole("button", { name: /Buy all 2/ })).toBeVisible();
  document.querySelector<HTMLElement>("[data-paid=basket]")?.focus();
  await userEvent.keyboard("{Enter}");
  const question = page.getByRole("dialog", { name: "Buy everything in the basket?" });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  expect(closed).toBe(0);
  expect(sent("POST", "/api/purchases")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => closed).toBe(1);
});
