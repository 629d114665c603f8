import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { useOwnedDocument } from "@/components/cost";
import { fakeServer, later, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import type { ViewerData } from "@/lib/reading/viewer-data";
import cost from "@/messages/en/cost.json";
import pages from "@/messages/en/pages.json";
import type { PageBox } from "./geometry";
import { PageGrid } from "./PageGrid";
import { PageRow } from "./PageRow";

const boxes: readonly PageBox[] = [1, 2, 3].map((pageNumber) => ({ pageNumber, width: 10, height: 14, listed: true }));
const data: ViewerData = {
  document: {
    ...{ document_id: "D1", title: "T", issuer_name: "I", security_code: null, language: "ja", source_url: null },
    ...{ document_family: null, document_type: null, timeline_at: null, source_attribution: null },
    ...{ content_status: "ready", amends_document_id: null, amended_by_document_id: null },
    superseded_by_document_id: null,
    ...{ period_start: null, period_end: null },
  },
  ...{ pages: boxes, sections: [], firstSection: null },
};
const nothing = {
  ...{ document_id: "D1", whole: false, sections: [], pages: [], originals: [], without_lead: [] },
  pending: { sections: [], pages: [] },
};
const action = { kind: "pages", document_id: "D1", pages: [1, 2, 3] };
const quote = {
  ...{ token: "t1", action, price: { min: 3, max: 3 }, requests: 3, owned: false, balance: 10, balance_after: 7 },
  ...{ needs_confirmation: false, blocker: null, alternatives: [], expires_at: "2026-01-01T00:00:00+09:00" },
  ...{ spent_today: 0, daily_cap: null, monthly_cap: null, retry_at: null },
};
const intent = (state: string) => ({ intent_id: "i", state, credits: 1, credits_max: 1, error: null });
const view = (done: boolean, ...states: string[]) => ({
  ...{ purchase_id: "p1", action, done, intents: states.map(intent), credits_charged: 3, balance: 7 },
});

let owned: unknown;
let ordered: ReturnType<typeof later>;
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;

function Viewer() {
  const mine = useOwnedDocument("D1").data;
  const has = new Set(mine?.pages);
  const asked = new Set(mine?.pending.pages);
  const shared = { documentId: "D1", title: "T", language: "ja" };
  return (
    <WordsProvider locale="en" messages={{ cost, pages }}>
      <p id="known">{String(mine !== undefined)}</p>
      <PageGrid data={data} />
      <ol>
        {boxes.map((page) => (
          <PageRow
            key={page.pageNumber}
            {...shared}
            page={page}
            turn={0}
            owned={has.has(page.pageNumber)}
            ordered={asked.has(page.pageNumber)}
            asked={false}
            eager={false}
            onCopyLink={() => undefined}
          />
        ))}
      </ol>
    </WordsProvider>
  );
}

beforeEach(() => {
  owned = nothing;
  ordered = later();
  server = fakeServer(({ method, url }) => {
    if (url.endsWith("/api/owned/documents/D1")) return Response.json(owned);
    if (url.endsWith("/api/purchases/quote")) return Response.json(quote);
    if (url.endsWith("/api/purchases") && method === "POST") return ordered.answer;
    return problem(404, "not_found");
  });
  mounted = mount(<Viewer />);
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

const rows = () => [...document.querySelectorAll("li")].map((row) => row.querySelector("button.buy") !== null);
const cells = () => [...document.querySelectorAll("[role=option]")].map((cell) => cell.classList[0]);
const totalButton = () => document.querySelector<HTMLButtonElement>(".total button.buy");
async function buyAll() {
  await expect.poll(() => document.getElementById("known")?.textContent).toBe("true");
  await userEvent.click(document.querySelector("[role=option]") as Element);
  await userEvent.keyboard("{Shift>}{End}{/Shift}");
  await expect.poll(cells).toEqual(["sel", "sel", "sel"]);
  await expect.poll(() => totalButton()?.textContent).toContain("See 3 pages");
  totalButton()?.click();
  await expect.poll(() => document.querySelector(".total [data-state=busy]")).not.toBeNull();
}

test("from the click on, the chosen pages are shown as asked for and none is for sale", async () => {
  await buyAll();
  await expect.poll(rows).toEqual([false, false, false]);
  expect(cells()).toEqual(["wait", "wait", "wait"]);
  expect(document.body.textContent).toContain("3 asked for");
  owned = { ...nothing, pages: [1, 2, 3] };
  ordered.give(Response.json(view(true, "stored", "stored", "stored")));
  await expect.poll(cells).toEqual(["own", "own", "own"]);
  await expect.poll(() => document.body.textContent).toContain("3 owned");
});

test("what failed without a charge is for sale again, and the failure is reported", async () => {
  await buyAll();
  await expect.poll(cells).toEqual(["wait", "wait", "wait"]);
  ordered.give(problem(503, "service_unavailable"));
  await expect.poll(rows).toEqual([true, true, true]);
  await expect.poll(() => document.querySelector(".total .outcome, .total [role=alert]")).not.toBeNull();
});

test("a purchase that another tab began is shown alike, and asked about until it has arrived", async () => {
  mounted.leave();
  owned = { ...nothing, pending: { sections: [], pages: [2] } };
  mounted = mount(<Viewer />);
  await expect.poll(rows).toEqual([true, false, true]);
  owned = { ...nothing, pages: [2] };
  await expect.poll(() => cells()[1]).toBe("own");
});

test("pages are chosen by keyboard and as text, and what can't be bought is named", async () => {
  mounted.leave();
  owned = { ...nothing, pages: [2] };
  mounted = mount(<Viewer />);
  await expect.poll(() => cells()[1]).toBe("own");
  document.querySelector<HTMLElement>("[role=listbox]")?.focus();
  await userEvent.keyboard("x");
  await expect.poll(() => cells()[0]).toBe("sel");
  const field = document.querySelector<HTMLInputElement>("input.input");
  expect(field?.value).toBe("1");
  await userEvent.fill(field as Element, "2–3");
  await expect.poll(() => cells()[2]).toBe("sel");
  expect(document.body.textContent).toContain("Owned or not for sale: 2.");
  expect(totalButton()?.textContent).toContain("See 1 page");
});
