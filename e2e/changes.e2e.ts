import { expect, type Page, test } from "@playwright/test";
import { newReader } from "./access.ts";
import { creditsLeft, free } from "./market.ts";

interface Listed {
  readonly documents: readonly { readonly document_id: string; readonly amends_document_id: string | null }[];
}

/** Opens what changed in a corrected filing that was filed whole. */
async function openChangesOfCorrection(page: Page): Promise<void> {
  const { documents } = await free<Listed>(
    page.request,
    "/documents?timeline_since=2000-01-01&document_types=annual_securities_report&limit=100",
  );
  for (const each of documents.filter((one) => one.amends_document_id !== null)) {
    await page.goto(`/documents/${each.document_id}/changes`);
    if ((await page.locator('[data-change="changed"]').count()) > 0) return;
  }
  throw new Error("the sample market has no correction that was filed whole");
}

test("what changed is collected, bought with one confirmation, and read as a redline", async ({ browser }) => {
  const page = await newReader(browser);
  await openChangesOfCorrection(page);
  const changes = page.url();
  await page.getByRole("button", { name: "What changed, to the basket" }).click();
  await expect(page.getByRole("button", { name: "What changed, to the basket" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.goto(`${changes.replace(/changes$/, "")}pages/1`);
  await page.getByRole("button", { name: "Add to basket" }).first().click();
  await expect(page.getByRole("button", { name: "In the basket. Take it out" })).toBeVisible();

  await page.keyboard.press("s");
  const basket = page.getByRole("dialog", { name: "Basket" });
  await expect(basket.getByText("Total 2 lines.")).toBeVisible();
  const buy = basket.locator("button[data-paid]");
  await expect(buy).toBeVisible();
  const total = page.getByRole("status").filter({ hasText: "Balance 60 →" });
  await expect(total).toBeVisible();
  const price = 60 - Number(/Balance 60 → (\d+)/.exec((await total.textContent()) ?? "")?.[1]);
  expect(price).toBeGreaterThan(0);
  await buy.click();
  await expect(page.getByRole("heading", { name: "Basket bought" })).toBeVisible();
  await expect(page.locator('[data-state="stored"]')).toHaveCount(2);
  await expect(page.getByText(`${price} credits charged.`)).toBeVisible();
  expect(await creditsLeft(page.request)).toBe(60 - price);
  await page.goto("/basket");
  await page.getByRole("button", { name: "Put away" }).click();
  await expect(page.getByText("Nothing is collected")).toBeVisible();

  // One side is owned now, so only the other is asked for.
  await page.goto(changes);
  await expect(page.getByRole("button", { name: "What changed, to the basket" })).toHaveCount(0);
  const list = page.getByRole("navigation", { name: "Changed sections" });
  await list.locator('[data-change="changed"] > a').last().click();
  await expect(list.locator('[data-change="changed"] > a').last()).toHaveAttribute("aria-current", "true");
  const part = list.locator("li li a").last();
  if ((await part.count()) > 0) await part.click();
  const missing = page.getByRole("main").locator(".buy");
  await expect(missing).toHaveCount(1);
  await missing.click();
  const redline = page.locator("[data-redline]");
  await expect(redline.locator("del, ins").first()).toBeVisible();
  expect((await redline.boundingBox())?.width, "the measure of the text").toBeLessThanOrEqual(640);
  // The key works once the page's code has seen the redline.
  await expect(async () => {
    await page.keyboard.press("n");
    await expect(redline.locator("[data-at]:focus")).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.getByRole("link", { name: "Side by side" }).click();
  await expect(page).toHaveURL(/view=side/);
  await expect(redline.locator("[data-at]").first()).toBeVisible();
  await page.context().close();
});
