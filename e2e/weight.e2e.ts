import { expect, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";

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
