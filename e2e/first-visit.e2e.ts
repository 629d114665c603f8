import { expect, test } from "@playwright/test";
import { newKey, signIn } from "./access.ts";
import { findMarket } from "./market.ts";

test.use({ storageState: { cookies: [], origins: [] } });

test("a new user is guided from finding to quoting, may leave at any time, and comes back by the help", async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  await signIn(page.context().request, newKey().key);
  const signedIn = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    storageState: await page.context().storageState(),
  });
  const { annual, smallSectionId } = await findMarket(signedIn);
  await signedIn.dispose();
  await request.dispose();
  const guide = page.getByRole("complementary", { name: "A first read" });
  const current = guide.locator('[aria-current="step"]');

  await page.goto("/");
  await expect(current).toContainText("Find");
  await page.goto(`/documents/${annual.document_id}`);
  await expect(current).toContainText("See the price");
  await page.goto(`/documents/${annual.document_id}/sections/${encodeURIComponent(smallSectionId)}`);
  await expect(current).toContainText("Read");
  await page.getByRole("main").locator(".buy").first().click();
  await expect(current).toContainText("Quote");

  const saved = page.waitForResponse((each) => each.request().postData()?.includes('"left":true') === true);
  await guide.getByRole("button", { name: "Finish" }).press("Enter");
  await saved;
  await expect(guide).toHaveCount(0);
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(guide).toHaveCount(0);

  await page.locator("body").press("?");
  await page.getByRole("button", { name: "Guided first read" }).click();
  await expect(current).toContainText("Quote");
  await guide.getByRole("button").press("Enter");
  await expect(guide).toHaveCount(0);
});
