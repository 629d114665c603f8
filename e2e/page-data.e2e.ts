import { expect, test } from "@playwright/test";
import { findMarket, pagesOf, watchForFaults } from "./market.ts";
import { show } from "./views.ts";

const byAddress = { "sec-fetch-dest": "document" };

test("what scripts are given of a page holds neither the last purchases nor a part for each folder of its address", async ({
  request,
}) => {
  const pages = pagesOf(await findMarket(request));
  const partsMax = { document: 4, section: 4, search: 3 };
  for (const [name, max] of Object.entries(partsMax)) {
    const html = await (await request.get(pages[name] ?? "", { headers: byAddress })).text();
    const parts = html.split(String.raw`\"parallelRouterKey\":\"children\"`).length - 1;
    expect(parts, `${name}: its parts were seen`).toBeGreaterThan(1);
    expect(parts, name).toBeLessThanOrEqual(max);
    expect(html, name).toContain("spent_today");
    expect(html, name).not.toContain(String.raw`\"recent\":[`);
  }
});

test("what changed stands in its place on a cover that is opened again", async ({ request }) => {
  const { document = "" } = pagesOf(await findMarket(request));
  let html = "";
  // What it is compared with is known once it was asked for twice with the same record.
  for (let opened = 0; opened < 3; opened++) html = await (await request.get(document, { headers: byAddress })).text();
  const [changes, contents] = [html.indexOf("data-change="), html.indexOf("data-row=")];
  expect(changes).toBeGreaterThan(0);
  expect(contents).toBeGreaterThan(changes);
});

test("coming back to the page that was opened first shows all of it again", async ({ page, request }) => {
  const faults = watchForFaults(page);
  const pages = pagesOf(await findMarket(request));
  await page.goto(pages["document"] ?? "");
  const [sections, changes] = [page.locator("tr[data-row] [data-section]"), page.locator("[data-change]")];
  const count = { sections: await sections.count(), changes: await changes.count() };
  expect(count.sections).toBeGreaterThan(10);
  expect(count.changes).toBeGreaterThan(10);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
  await expect(page.getByLabel("Question or keywords")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.goBack();
  await expect(sections).toHaveCount(count.sections);
  await expect(changes).toHaveCount(count.changes);
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
