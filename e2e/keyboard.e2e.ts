import { expect, test } from "@playwright/test";
import { findMarket } from "./market.ts";

test("from the desk to a section by the keyboard alone", async ({ page, request }) => {
  const found = await findMarket(request);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("/");
  const lookup = page.getByRole("combobox").first();
  await expect(lookup).toBeFocused();
  await page.keyboard.type(found.annual.document_id, { delay: 10 });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/documents/${found.annual.document_id}$`));

  const section = page.getByRole("main").locator(`a[href*="/sections/"]`).first();
  await section.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sections\//);
  const here = page.url();
  // The address changes a moment before the page of it listens.
  await expect(async () => {
    await page.keyboard.press("]");
    await expect(page).not.toHaveURL(here, { timeout: 1_000 });
  }).toPass();
});

test("the help overlay lists the keys, and Escape gives the place back", async ({ page }) => {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a signed-out reader of a link lands there after signing in", async ({ browser, baseURL, request }) => {
  const found = await findMarket(request);
  const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const address = `/documents/${found.annual.document_id}`;
  await page.goto(address);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await page.getByRole("button", { name: /demo key/i }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await context.close();
});
