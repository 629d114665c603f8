import { expect, test } from "@playwright/test";
import { scriptWeight } from "../bench/web/page-weight.ts";
import { findMarket, pagesOf } from "./market.ts";

/**
 * First-load JavaScript, gzipped: react-dom and Next's router are 114 kB of it, react-pdf comes only where a PDF is
 * open. The goal is 185 kB a page; this is the bound that holds today and may only come down.
 */
const budgetKb = 230;

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
    await context.close();
  }
  process.stdout.write(`first-load JavaScript, kB gzipped: ${JSON.stringify(weights)}\n`);
  expect(Object.entries(weights).filter(([, kb]) => kb > budgetKb)).toEqual([]);
});
