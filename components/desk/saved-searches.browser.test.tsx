import { afterEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import cost from "@/messages/en/cost.json";
import desk from "@/messages/en/desk.json";
import { SavedSearches } from "./SavedSearches.tsx";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  mounted?.leave();
  server?.restore();
});

const search = (search_id: string, query: string, more = {}) => ({
  ...{ search_id, query, target: "documents" as const, address_query: `q=${query}`, saved_at: 0, fault: undefined },
  ...more,
});

const open = (
  searches: Parameters<typeof SavedSearches>[0]["searches"],
  standing: { search_id: string; matched: number }[],
) => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ cost, desk }}>
      <SavedSearches searches={searches} standing={standing} today="2026-11-20" />
    </WordsProvider>,
  );
  return mounted.element;
};
const press = (element: HTMLElement, name: string) =>
  [...element.querySelectorAll("button")].find((each) => each.ariaLabel === name)?.click();

test("a search stands by a press, and the reasons why one may not are words", async () => {
  let answer = new Response(null, { status: 204 });
  server = fakeServer(() => answer);
  const element = open([search("a", "減損損失"), search("b", "売上高100", { fault: "digits" })], []);
  await expect.poll(() => element.textContent).toContain("Words with digits can’t be followed.");
  press(element, "Follow the words 減損損失");
  await expect
    .poll(() => server?.asked.map(({ method, url, body }) => [method, url, body]))
    .toEqual([["POST", "/api/saved-searches/standing", { search_id: "a" }]]);
  const said = {
    standing_not_offered: "This service does not match words with new filings.",
    standing_limit_reached: "20 at once, 5 new ones a day",
    internal_error: "That did not work. Try again.",
  };
  for (const [code, words] of Object.entries(said)) {
    answer = problem(409, code);
    press(element, "Follow the words 減損損失");
    await expect.poll(() => element.querySelector('[role="alert"]')?.textContent).toContain(words);
  }
});

test("a search that stands says how much it found, and ends by a press; news can't stand", async () => {
  server = fakeServer(() => new Response(null, { status: 204 }));
  const searches = [search("a", "減損損失"), search("b", "配当"), search("c", "話題", { target: "news" })];
  const element = open(searches, [
    { search_id: "a", matched: 0 },
    { search_id: "b", matched: 3 },
  ]);
  await expect.poll(() => element.textContent).toContain("no matches yet");
  expect(element.textContent).toContain("3 documents so far");
  expect(element.querySelector("[aria-label='Follow the words 話題']")).toBeNull();
  press(element, "Stop following the words 配当");
  await expect
    .poll(() => server?.asked.map(({ method, url }) => [method, url]))
    .toEqual([["DELETE", "/api/saved-searches/standing?search_id=b"]]);
});
