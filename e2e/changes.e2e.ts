import { expect, test } from "@playwright/test";
import { creditsLeft, findMarket, free, watchForFaults } from "./market.ts";

test("what changed is told for nothing, and a redline costs the missing sides alone", async ({ page, request }) => {
  const found = await findMarket(request);
  const faults = watchForFaults(page);
  const before = await creditsLeft(request);
  const { documents } = await free<{ documents: { document_id: string; content_status: string }[] }>(
    request,
    `/documents?security_codes=${found.annual.security_code}&document_types=annual_securities_report`,
  );
  test.skip(documents.filter((each) => each.content_status === "ready").length < 2, "one report alone");

  await page.goto(`/documents/${found.annual.document_id}`);
  const map = page.locator("#changes");
  await expect(map.locator("summary")).toContainText(/since FY\d{4}/i);
  await map.locator("summary").focus();
  await page.keyboard.press("Enter");
  const changed = map.locator("tr[data-change=changed] a");
  await expect(changed.first()).toBeVisible();
  await changed.first().click();
  await expect(page).toHaveURL(/\/changes\?section=/);
  expect(await creditsLeft(request)).toBe(before);

  const buy = page.getByRole("main").locator("[data-paid=sections]");
  await expect(buy).toHaveCount(2);
  for (const left of [1, 0]) {
    await buy.first().click();
    const confirm = page.getByRole("dialog").locator(".buy");
    await expect(confirm.or(buy.nth(left)).first()).toBeVisible();
    if (await confirm.isVisible()) await confirm.click();
    await expect(buy).toHaveCount(left, { timeout: 20_000 });
  }
  await expect(page.locator("[data-redline] :is(del, ins)").first()).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.locator("[data-redline] [data-at]").first()).toBeFocused();
  await page.getByRole("link", { name: "Side by side" }).click();
  await expect(page).toHaveURL(/view=side/);
  await expect(page.locator("[data-redline] ins").first()).toBeVisible();
  expect(faults).toEqual([]);
});
