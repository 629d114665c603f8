import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import cost from "@/messages/en/cost.json";
import documents from "@/messages/en/documents.json";
import query from "@/messages/en/query.json";
import search from "@/messages/en/search.json";
import { SearchPage } from ".";
import { emptyForm } from "./search-form";

let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;
const start = location.href;
beforeEach(() => {
  server = fakeServer(({ url }) => {
    if (url.includes("/api/owned/answers")) return Response.json(null);
    return url.includes("/issuers/search") ? Response.json({ issuers: [] }) : problem(404, "not_found");
  });
});
afterEach(() => {
  mounted.leave();
  server.restore();
  history.replaceState(null, "", start);
});

test("a query that can find nothing can't be bought, says why, and asks no price", async () => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ search, query, cost, documents }}>
      <SearchPage initial={{ ...emptyForm, query: "あ" }} />
    </WordsProvider>,
  );
  const button = () => mounted.element.querySelector("button.buy");
  await expect.poll(() => button()?.getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => mounted.element.querySelector(".notice")?.textContent).toContain("One letter is too little");
  button()?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(server.asked.filter(({ method }) => method === "POST")).toEqual([]);
  await userEvent.click(
    [...mounted.element.querySelectorAll("button")].find((each) => each.textContent === "Exact words") ??
      mounted.element,
  );
  await expect.poll(() => button()?.getAttribute("aria-disabled")).not.toBe("true");
  await expect.poll(() => mounted.element.querySelector(".notice")).toBeNull();
});

test("a sentence in exact words is said to find hardly anything before it is bought, and meaning is one click away", async () => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ search, query, cost, documents }}>
      <SearchPage initial={{ ...emptyForm, match: "lexical", query: "配当方針はどう変わったか" }} />
    </WordsProvider>,
  );
  const button = (words: string) =>
    [...mounted.element.querySelectorAll("button")].find((each) => each.textContent === words);
  const advice = "Exact words will hardly find a sentence: search by meaning";
  await expect.poll(() => button(advice)).toBeDefined();
  button(advice)?.click();
  await expect.poll(() => button("By meaning")?.getAttribute("aria-pressed")).toBe("true");
  expect(mounted.element.textContent).not.toContain("hardly find a sentence");
  expect(server.asked.filter(({ method }) => method === "POST")).toEqual([]);
});
