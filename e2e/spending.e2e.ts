import { expect, test } from "@playwright/test";
import { creditsLeft, findMarket, pagesOf } from "./market.ts";

/** The guarantees about spending, tested from a browser and compared with the service's own count. */

test.describe.configure({ mode: "serial" });

test("a HEAD, a GET, an OPTIONS, a prefetch or a cross-site POST to any route spends nothing", async ({ request }) => {
  const found = await findMarket(request);
  const before = await creditsLeft(request);
  const id = found.annual.document_id;
  const targets = [
    "/api/purchases",
    "/api/purchases/quote",
    `/api/v1/documents/${id}/content`,
    `/api/v1/documents/${id}/pages/1/image`,
    `/api/v1/documents/${id}/originals/${found.originalId}`,
    "/api/v1/news?timeline_since=2026-01-01",
    "/api/v1/search/documents",
    `/api/v1/documents/${id}/..%2f..%2fnews`,
    ...Object.values(pagesOf(found)),
  ];
  for (const target of targets) {
    for (const method of ["HEAD", "GET", "OPTIONS"]) {
      await request.fetch(target, {
        method,
        headers: { "next-router-prefetch": "1", purpose: "prefetch" },
        maxRedirects: 0,
      });
    }
  }
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }] as Record<
    string,
    string
  >[]) {
    const response = await request.post("/api/purchases", { data: { token: "x", max_credits: 8 }, headers });
    expect(response.status()).toBeGreaterThanOrEqual(400);
  }
  expect(await creditsLeft(request)).toBe(before);
});

test("a section is bought once, at the price that was shown, and read again for nothing", async ({ page, request }) => {
  const found = await findMarket(request);
  const address = `/documents/${found.annual.document_id}/sections/${encodeURIComponent(found.smallSectionId)}`;
  const before = await creditsLeft(request);
  await page.goto(address);
  const buy = page.getByRole("main").locator(".buy").first();
  await expect(buy).toContainText("2");
  await buy.dblclick();
  await expect(page.locator(".prose").first()).toBeVisible();
  expect(await creditsLeft(request)).toBe(before - 2);

  await page.reload();
  await expect(page.locator(".prose").first()).toBeVisible();
  await page.goto(`/documents/${found.annual.document_id}`);
  await expect(page.getByText(/owned/i).first()).toBeVisible();
  await page.goto("/library");
  await expect(page.getByRole("main")).toContainText(found.annual.title);
  expect(await creditsLeft(request)).toBe(before - 2);
});

test("a search link shows its price and runs nothing until it is asked to", async ({ page, request }) => {
  const before = await creditsLeft(request);
  await page.goto("/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical");
  await page.waitForLoadState("networkidle");
  expect(await creditsLeft(request)).toBe(before);
  await page.getByRole("main").locator(".buy").first().click();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  expect(await creditsLeft(request)).toBe(before - 1);
  await page.reload();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  expect(await creditsLeft(request)).toBe(before - 1);
});

test("stepping through what was found and returning cost nothing, and the place is kept", async ({ page, request }) => {
  const before = await creditsLeft(request);
  await page.setViewportSize({ width: 1200, height: 500 });
  await page.goto("/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical");
  const hit = (at: number) => page.locator(`[data-hit="${at}"]`);
  await hit(4).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await hit(4).click();
  const place = page.getByRole("navigation", { name: "Passages found" });
  await expect(place).toContainText("5 of");
  // The passage that was paid for with the search is there before its section is bought.
  await expect(page.getByRole("main").locator("blockquote").first()).toContainText("売上高");
  await page.keyboard.press("n");
  await expect(place).toContainText("6 of");
  await page.goBack();
  await expect(place).toContainText("5 of");
  await page.goBack();
  await expect(hit(5)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(scrolled / 2);
  expect(await creditsLeft(request)).toBe(before);
});

test("what is owned is told to its owner, and to nobody who isn't signed in", async ({
  request,
  playwright,
  baseURL,
}) => {
  const found = await findMarket(request);
  const stranger = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
  });
  const target = `/api/owned/documents/${found.annual.document_id}`;
  expect(((await (await request.get(target)).json()) as { sections: string[] }).sections).toContain(
    found.smallSectionId,
  );
  expect((await stranger.get(target, { maxRedirects: 0 })).status()).toBe(401);
  await stranger.dispose();
});
