import { expect, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";
import { type ScriptWeight, scriptWeight } from "./page-weight.ts";

/**
 * First-load JavaScript of each page, gzipped: React and Next's router are 128 kB of it, react-pdf comes only where a
 * PDF is open. All that is asked for until the page is idle is counted, while nobody points at or presses anything.
 */
const budgetsKb: Readonly<Record<string, number>> = {
  desk: 173,
  document: 183,
  pending: 183,
  "pages only": 183,
  amended: 183,
  documents: 187,
  pages: 177,
  news: 177,
  library: 171,
  account: 168,
  check: 170,
  ask: 180,
  basket: 173,
  programs: 167,
  search: 182,
  "search with a query": 198,
  issuer: 195,
  section: 190,
};
/** Of the other pages. */
const budgetKb = 182;
const scriptsMax = 14;
const atOnce = 3;

test("each page's first load stays within its budget of JavaScript and of scripts", async ({
  browser,
  request,
  baseURL,
  storageState,
}) => {
  test.setTimeout(240_000);
  const weights: Record<string, ScriptWeight> = {};
  const pages = Object.entries(pagesOf(await findMarket(request))).filter(([name]) => name !== "original");
  const weigh = async ([name, address]: (typeof pages)[number]) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: storageState as string });
    const weight = await scriptWeight(context, address);
    weights[name] = weight;
    expect(weight.kb, `${name}: the scripts were seen`).toBeGreaterThan(100);
    await context.close();
  };
  // Most of the time of each is waiting for it to be idle.
  for (let at = 0; at < pages.length; at += atOnce) await Promise.all(pages.slice(at, at + atOnce).map(weigh));
  const shown = Object.entries(weights).map(([name, { kb, scripts }]) => `${name} ${Math.round(kb)} (${scripts})`);
  process.stdout.write(`first-load JavaScript, kB gzipped (scripts): ${shown.join(", ")}\n`);
  const heavy = Object.entries(weights).filter(([name, { kb }]) => kb > (budgetsKb[name] ?? budgetKb));
  expect(heavy).toEqual([]);
  expect(Object.entries(weights).filter(([, { scripts }]) => scripts > scriptsMax)).toEqual([]);
});

test("no page waits for a script that its HTML does not load", async ({ request }) => {
  const late: Record<string, string[]> = {};
  for (const [name, address] of Object.entries(pagesOf(await findMarket(request)))) {
    // What is not found is thrown while it is rendered, and the browser renders it from the beginning.
    if (name === "not found") continue;
    const page = await (await request.get(address, { headers: { "sec-fetch-dest": "document" } })).text();
    const loaded = new Set(Array.from(page.matchAll(/<script[^>]* src="([^"]+)"/g), ([, source]) => source));
    const named = new Set(page.match(/\/_next\/static\/chunks\/[\w.~-]+?\.js/g));
    expect(loaded.size, `${name}: the scripts were seen`).toBeGreaterThan(3);
    const missing = [...named].filter((each) => !loaded.has(each));
    if (missing.length > 0) late[name] = missing;
  }
  expect(late).toEqual({});
});
