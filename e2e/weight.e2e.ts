import { expect, test } from "@playwright/test";
import { scriptWeight } from "../bench/web/page-weight.ts";
import { findMarket, pagesOf } from "./market.ts";

/**
 * First-load JavaScript, gzipped: React and Next's router are 134 kB of it, react-pdf comes only where a PDF is open.
 * What is fetched once the page has loaded is not of the first load.
 */
const budgetKb = 186;

test("each page's first load stays within its budget of JavaScript", async ({
  browser,
  request,
  baseURL,
  storageState,
}) => {
  test.setTimeout(120_000);
  const weights: Record<string, number> = {};
  for (const [name, address] of Object.entries(pagesOf(await findMarket(request)))) {
    if (name === "original") continue;
    const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: storageState as string });
    weights[name] = Math.round(await scriptWeight(context, address));
    expect(weights[name], `${name}: the scripts were seen`).toBeGreaterThan(100);
    await context.close();
  }
  process.stdout.write(`first-load JavaScript, kB gzipped: ${JSON.stringify(weights)}\n`);
  expect(Object.entries(weights).filter(([, kb]) => kb > budgetKb)).toEqual([]);
});
