import { expect, test } from "@playwright/test";
import { newKey, newReader } from "./access.ts";
import { buy, makeApiCall } from "./bought.ts";
import { creditsLeft, findMarket, pagesOf } from "./market.ts";
import { isHeavy } from "./page-weight.ts";
import { webUrl } from "./ports.ts";
import { type Seen, tour } from "./tour.ts";
import { views } from "./views.ts";

/** Every page is opened twice, wide in English and narrow in Japanese, and what is seen there answers all questions. */

test.describe.configure({ mode: "parallel" });

for (const opened of views.filter(({ name }) => name === "en-light-1440" || name === "ja-light-390")) {
  test.describe(`opened as ${opened.name}`, () => {
    test.describe.configure({ mode: "default" });
    let seen: Seen;
    let credits: { readonly before: number; readonly after: number };

    test.beforeAll(async ({ browser, request }) => {
      test.setTimeout(600_000);
      const found = await findMarket(request);
      const { key } = newKey(60);
      const page = await newReader(browser, key);
      const cookies = await page.context().cookies();
      const ask = makeApiCall(webUrl, cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
      // So that the library and the ledger are not empty.
      await buy(ask, { kind: "pages", document_id: found.another.document_id, pages: [1] });
      const before = await creditsLeft(page.request);
      seen = await tour(page, pagesOf(found), opened, key);
      credits = { before, after: await creditsLeft(page.request) };
      await page.context().close();
    });

    test("no page has faults", () => expect(seen.faults).toEqual([]));

    test("no page moves while it loads or is scrolled", () => expect(seen.moved).toEqual([]));

    test("the API key is in no response, header, page, script or browser storage", () => {
      expect(seen.leaks).toEqual([]);
    });

    test("each page's first load stays within its budget of JavaScript and of scripts", () => {
      const weights = Object.entries(seen.weights);
      const shown = weights.map(([name, { kb, scripts }]) => `${name} ${Math.round(kb)} (${scripts})`);
      process.stdout.write(`first-load JavaScript, kB gzipped (scripts): ${shown.join(", ")}\n`);
      expect(weights.filter(([, { kb }]) => kb < 100)).toEqual([]);
      expect(weights.filter((each) => isHeavy(...each))).toEqual([]);
    });

    test("looking never spends: opening, hovering, scrolling and every key, and each price is a number", () => {
      const { purchases, loadedAhead, priceless } = seen.looking;
      expect({ purchases, priceless }).toEqual({ purchases: [], priceless: [] });
      expect(credits.after).toBe(credits.before);
      expect(loadedAhead.length > 0).toBe(opened.width > 900);
      const freePages = /^\/(?:read|ask|(?:documents|issuers|news|library|account)(?:\/[^/]+)?)$/;
      expect(loadedAhead.filter((each) => !freePages.test(each))).toEqual([]);
    });
  });
}
