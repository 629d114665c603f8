import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { fakeServer, later, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { routes } from "@/lib/routes";
import type { IntentView, PurchaseAction, PurchaseView, Quote } from "@/lib/spending/wire";
import { PaidAction } from "./PaidAction.tsx";

const action: PurchaseAction = { kind: "sections", document_id: "D1", sections: ["s1"] };
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

let quoted: Quote;
let confirmed: () => Response | Promise<Response>;
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;
beforeEach(() => {
  quoted = quote;
  confirmed = () => Response.json(bought);
  server = fakeServer(({ method, url }) => {
    if (url.endsWith("/api/purchases/quote")) return Response.json(quoted);
    if (url.endsWith("/api/purchases") && method === "POST") return confirmed();
    return url.endsWith("/api/credits") ? Response.json(credits) : problem(404, "not_found");
  });
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

const opened = routes.section("D1", "s1");

type Shape = "row" | "section" | "list" | "failed";

function Place({ shape }: { readonly shape: Shape }) {
  const [owned, setOwned] = useState(false);
  const paid = (
    <PaidAction
      href={opened}
      {...{ action, verb: "Read", price: { min: 2, max: 2 }, subject: "本文" }}
      owned={shape === "row" && owned}
      onBought={() => setOwned(true)}
    />
  );
  if (shape === "section") return owned ? <Text /> : <main key="unbought">{paid}</main>;
  if (shape === "list")
    return (
      <main>
        <h1>List</h1>
        <div>before</div>
        {owned ? (
          <div key="news">
            the news <a href="/n">News</a>
          </div>
        ) : (
          <div key="lane">
            <p>{paid}</p>
          </div>
        )}
        <div>
          after <a href="/after">After</a>
        </div>
      </main>
    );
  return (
    <main>
      <h1>Rows</h1>
      <ul>
        <li>{paid}</li>
      </ul>
    </main>
  );
}

function Text() {
  return (
    <main key="text">
      <nav>
        <h2>Contents</h2>
      </nav>
      <section data-section="s0">
        <h2>Before</h2>
      </section>
      <section data-section="s1">
        <h2>Bought</h2>
      </section>
    </main>
  );
}

const paidButton = () => document.querySelector<HTMLButtonElement>("button.buy");
async function press(shape: Shape): Promise<void> {
  mounted = mount(<Place shape={shape} />);
  await expect.poll(paidButton).not.toBeNull();
  paidButton()?.focus();
  await userEvent.keyboard("{Enter}");
}
const focusedWords = () => document.activeElement?.textContent;

test("while it runs and afterwards the focus is on the control of the row, which opens what was bought", async () => {
  const answer = later();
  confirmed = () => answer.answer;
  await press("row");
  await expect.poll(() => document.activeElement?.getAttribute("aria-busy")).toBe("true");
  answer.give(Response.json(bought));
  await expect.poll(() => document.activeElement?.getAttribute("href")).toBe(opened);
});

test("a section that takes the place of its price has it on its heading", async () => {
  await press("section");
  await expect.poll(focusedWords).toBe("Bought");
});

test("a row that takes the place of another has it, and not its neighbours", async () => {
  await press("list");
  await expect.poll(focusedWords).toBe("News");
});

test("after a failure it is on what can be done next", async () => {
  confirmed = () => problem(409, "insufficient_credits");
  await press("failed");
  await expect.poll(() => document.querySelector(".outcome.failed")).not.toBeNull();
  await expect.poll(() => document.activeElement?.closest(".paid")).not.toBeNull();
});

test("a confirmation that is cancelled leaves it on the control, and one that is given on what was bought", async () => {
  quoted = { ...quote, needs_confirmation: true };
  await press("row");
  const confirm = () => document.querySelector<HTMLButtonElement>("button.buy.go");
  await expect.poll(confirm).not.toBeNull();
  await userEvent.keyboard("{Escape}");
  await expect.poll(confirm).toBeNull();
  await expect.poll(() => document.activeElement).toBe(paidButton());
  await userEvent.keyboard("{Enter}");
  await expect.poll(confirm).not.toBeNull();
  confirm()?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.getAttribute("href")).toBe(opened);
});

test("a reader who has gone on is not brought back", async () => {
  const answer = later();
  confirmed = () => answer.answer;
  await press("list");
  await expect.poll(() => document.activeElement?.getAttribute("aria-busy")).toBe("true");
  document.querySelector<HTMLAnchorElement>('a[href="/after"]')?.focus();
  answer.give(Response.json(bought));
  await expect.poll(() => document.querySelector('a[href="/n"]')).not.toBeNull();
  expect(focusedWords()).toBe("After");
});
