import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";
import { isHeavy } from "./page-weight.ts";
import { dataFolder } from "./ports.ts";
import { type Seen, tour } from "./tour.ts";
import { views } from "./views.ts";

/** Every page is opened twice, wide in English and narrow in Japanese, and what is seen there answers all questions. */

test.describe.configure({ mode: "parallel" });

for (const opened of views.filter(({ name }) => name === "en-light-1440" || name === "ja-light-390")) {
  test.describe(`opened as ${opened.name}`, () => {
    test.describe.configure({ mode: "default" });
    let seen: Seen;

    test.beforeAll(async ({ browser, request }) => {
      test.setTimeout(600_000);
      const key = readFileSync(path.join(dataFolder, "own", "demo-key"), "utf8").trim();
      expect(key).toMatch(/^hk_/);
      seen = await tour(browser, pagesOf(await findMarket(request)), opened, key);
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
  });
}
