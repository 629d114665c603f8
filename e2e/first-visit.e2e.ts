import { expect, test } from "@playwright/test";
import { newKey, signIn } from "./access.ts";
import { findMarket } from "./market.ts";

test.use({ storageState: { cookies: [], origins: [] } });

test("a new user asks for the guide in the help, may leave it, and it ends with the first section read", async ({
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
  const ask = async () => {
    await page.locator("body").press("?");
    await page.getByRole("button", { name: "Guided first read" }).click();
  };

  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await expect(guide).toHaveCount(0);
  await ask();
  await expect(current).toContainText("Find");
  const saved = page.waitForResponse((each) => each.request().postData()?.includes('"left":true') === true);
  await guide.getByRole("button", { name: "Leave the guide" }).press("Enter");
  await saved;
  await expect(guide).toHaveCount(0);

  await ask();
  await expect(current).toContainText("Find");
  await page.goto(`/documents/${annual.document_id}`);
  await expect(current).toContainText("See the price");
  await page.goto(`/documents/${annual.document_id}/sections/${encodeURIComponent(smallSectionId)}`);
  await expect(current).toContainText("Read");
  const ended = page.waitForResponse((each) => each.request().postData()?.includes('"left":true') === true);
  await page.getByRole("main").locator(".buy").first().click();
  await ended;
  await expect(guide).toHaveCount(0);
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(guide).toHaveCount(0);
});
