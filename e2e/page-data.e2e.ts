import { expect, test } from "@playwright/test";
import { findMarket, pagesOf, watchForFaults } from "./market.ts";
import { show } from "./views.ts";

const byAddress = { "sec-fetch-dest": "document" };

test("what scripts are given of a page does not hold the last purchases", async ({ request }) => {
  const pages = pagesOf(await findMarket(request));
  for (const name of ["document", "section", "search"]) {
    const html = await (await request.get(pages[name] ?? "", { headers: byAddress })).text();
    expect(html, name).toContain("spent_today");
    expect(html, name).not.toContain(String.raw`\"recent\":[`);
  }
});

test("coming back to the page that was opened first shows all of it again", async ({ page, request }) => {
  const faults = watchForFaults(page);
  const pages = pagesOf(await findMarket(request));
  await page.goto(pages["document"] ?? "");
  const sections = page.locator("tr[data-row] [data-section]");
  const changes = page.getByRole("link", { name: "See the changes" });
  await expect(changes).toBeVisible();
  const count = { sections: await sections.count() };
  expect(count.sections).toBeGreaterThan(10);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Ask" }).click();
  await expect(page.getByLabel("Question or keywords")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.goBack();
  await expect(sections).toHaveCount(count.sections);
  await expect(changes).toBeVisible();
  expect(await page.evaluate(() => "sameDocument" in window), "without a reload").toBe(true);
  expect(faults).toEqual([]);
});

test("a page that is not found has the words of its frame too, in both languages", async ({ page, context }) => {
  const faults = watchForFaults(page);
  for (const [locale, name] of [
    ["en", "Main"],
    ["ja", "メイン"],
  ] as const) {
    await show(page, context, { name: "", locale, theme: "light", width: 1440 });
    const answer = await page.goto("/documents/NO-SUCH");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("navigation", { name }).getByRole("link").first()).toBeVisible();
    await expect(page.locator("main h1")).toBeVisible();
  }
  expect(faults).toEqual([]);
});
