import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { findMarket, pagesOf, watchForFaults } from "./market.ts";
import { show, views } from "./views.ts";

const names = [
  "desk",
  "issuer",
  "documents",
  "document",
  "pending",
  "pages only",
  "amended",
  "section",
  "pages",
  "page",
  "files",
  "original",
  "search",
  "search with a query",
  "ask",
  "check a draft",
  "check",
  "end of the daily mail",
  "proofs",
  "basket",
  "programs",
  "news",
  "library",
  "ledger",
  "account",
  "not found",
  "no such page",
];

const full = process.env["HIRAKU_E2E"] === "full";

test.describe.configure({ mode: "parallel" });

/** Rows whose last cell stands over the one before it, or is broken into letters. */
function overlaps(rows: readonly Element[]): string[] {
  return rows.flatMap((row) => {
    const cell = row.lastElementChild;
    const before = cell?.previousElementSibling?.getBoundingClientRect();
    if (!cell || before === undefined) return [];
    if (cell.clientHeight > 60) return [row.textContent ?? ""];
    if (before.width === 0) return [];
    return cell.getBoundingClientRect().left < before.right ? [row.textContent ?? ""] : [];
  });
}

for (const [index, name] of names.entries()) {
  // Over all pages every combination of language, theme and width occurs; the full run tests all of them on each.
  for (const view of full ? views : views.filter((_, at) => at === index % views.length)) {
    test(`${name} has no faults (${view.name})`, async ({ page, request, context }) => {
      const faults = watchForFaults(page);
      const address = pagesOf(await findMarket(request))[name] ?? "/";
      await show(page, context, view);
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("html")).toHaveAttribute("lang", view.locale);
      await expect(page.getByRole("heading").first()).toBeVisible();

      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`),
      ).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        "sideways overflow",
      ).toBeLessThanOrEqual(0);
      expect(await page.locator(".timeline-row").evaluateAll(overlaps), "a row's state over its length").toEqual([]);
      expect(await page.locator("body").innerText(), "a number twice in a row").not.toMatch(/\b(\d+) \1 [a-z]/u);
      expect(faults).toEqual([]);
      if (process.env["HIRAKU_SCREENSHOTS"]) {
        await page.screenshot({
          path: `${process.env["HIRAKU_SCREENSHOTS"]}/${name.replaceAll(" ", "-")}.${view.name}.png`,
          fullPage: true,
        });
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), "at 320 pixels").toBeLessThanOrEqual(320);
    });
  }
}
