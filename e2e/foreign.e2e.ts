import { expect, type Page, test } from "@playwright/test";
import { watchForFaults } from "./market.ts";
import { foreignApiPort, foreignKey } from "./ports.ts";

/** With another implementation of the service, every page still shows what is known. */

test.describe.configure({ mode: "serial" });

async function signIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: /demo key/i })).toHaveCount(0);
  await page.getByLabel(/API key/i).fill(foreignKey);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

async function paidCalls(page: Page): Promise<Record<string, number>> {
  const response = await page.request.get(`http://127.0.0.1:${foreignApiPort}/test/paid-calls`);
  return (await response.json()) as Record<string, number>;
}

test("every page works with the interface's own fields alone, and none of them spends", async ({ page }) => {
  test.setTimeout(120_000);
  const faults = watchForFaults(page);
  await signIn(page);
  const pages: Record<string, RegExp> = {
    "/": /F-100/,
    "/read?since=2026-11-01": /F-100/,
    "/documents/F-100": /F-100/,
    "/documents/F-101": /archived/,
    "/documents/F-102": /F-102/,
    "/documents/F-100/sections/a": /F-100/,
    "/documents/F-100/pages/1": /1/,
    "/documents/F-100/pages/2": /2/,
    "/documents/F-100/originals/pdf": /pdf/i,
    "/news/N-1": /N-1|F-100/,
    "/ask": /./,
    "/read/news": /./,
    "/library": /./,
    "/account": /./,
  };
  for (const [address, shows] of Object.entries(pages)) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main"), address).toContainText(shows);
  }
  expect(faults).toEqual([]);
  expect(await paidCalls(page)).toEqual({});
});

test("a foreign service has no operator's page, and tells readers nothing of its market", async ({ page }) => {
  await page.goto("/operator");
  await expect(page.getByRole("heading", { name: "This service has no operator’s page" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.goto("/sign-in");
  await expect(page.getByLabel("API key")).toBeVisible();
  await expect(page.getByText(/EDINET up to/)).toHaveCount(0);
});

test("titles, names and file names of others can't reorder a page, and links with a password are none", async ({
  page,
}) => {
  await signIn(page);
  const pages = ["/", "/read?since=2026-11-01", "/documents/F-103", "/documents/F-103/sections/b", "/news/N-2"];
  for (const address of [...pages, "/documents/F-103/originals/pdf"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const shown = await page.evaluate(() => `${document.title} ${document.body.innerText}`);
    expect(shown, address).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(shown, address).toContain("\u05d0\u05d1 12");
    expect(await page.locator('a[href*="@"]').count(), address).toBe(0);
  }
  // Text after such a name is shown to its right.
  await page.goto("/");
  const name = page.getByRole("main").locator('span[lang="ja"]', { hasText: "\u05d0\u05d1 12" }).first();
  const gap = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNode(element.nextSibling ?? element);
    return range.getBoundingClientRect().left - element.getBoundingClientRect().right;
  });
  expect(Math.abs(gap)).toBeLessThan(2);
});

test("prices without sizes are a range, and what is bought is charged once and kept", async ({ page }) => {
  await signIn(page);
  await page.goto("/documents/F-100/sections/a");
  const buy = page.getByRole("main").locator(".buy").first();
  await expect(buy).toContainText("2–8");
  await buy.click();
  const confirm = page.getByRole("dialog").locator(".buy, button.go").last();
  await confirm.click();
  await expect(page.locator(".prose").first()).toContainText("本文です");
  await page.reload();
  await expect(page.locator(".prose").first()).toContainText("本文です");
  expect(Object.values(await paidCalls(page))).toEqual([1]);
});

test("a price that rises between looking and buying charges nothing, and the new one is shown", async ({ page }) => {
  const setPrice = (credits: number) =>
    page.request.get(`http://127.0.0.1:${foreignApiPort}/test/price?credits=${credits}`);
  const before = await paidCalls(page);
  await signIn(page);
  await page.goto("/documents/F-200/sections/a");
  const buy = page.getByRole("main").locator(".buy").first();
  await expect(buy).toContainText("2");
  await setPrice(3);
  await buy.click();
  await expect(buy).toContainText("3");
  await expect(page.getByRole("status").filter({ hasText: "3" }).first()).toBeVisible();
  expect(await paidCalls(page)).toEqual(before);

  // From four credits on a dialog asks first; a price that rises while it is open is refused as well.
  await setPrice(5);
  await buy.click();
  await expect(buy).toContainText("5");
  await buy.click();
  const confirm = page.getByRole("dialog").locator(".buy.go");
  await expect(confirm).toContainText("5");
  await setPrice(8);
  await confirm.click();
  await expect(buy).toContainText("8");
  expect(await paidCalls(page)).toEqual(before);

  await buy.click();
  await expect(confirm).toContainText("8");
  await confirm.click();
  await expect(page.locator(".prose").first()).toContainText("本文です");
  expect(await paidCalls(page)).toEqual({ ...before, "content F-200 ?sections=a": 1 });
});
