import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { newKey, signIn } from "./access.ts";
import { buy, makeApiCall } from "./bought.ts";
import { findMarket, free, type TocLike } from "./market.ts";

test.use({ storageState: { cookies: [], origins: [] } });

/** Of what is on paper nothing can be pressed or filled in. */
async function isForPaper(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const pressed = page.locator("select:visible, summary:visible, .btn:visible, .buy:visible");
  await expect.soft(pressed).toHaveCount(0);
  // Without a public address there is none that a reader of the paper could open.
  await expect.soft(page.getByText(new URL(page.url()).host)).toHaveCount(0);
  const paper = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  expect.soft(paper).toBe("rgb(255, 255, 255)");
}

/** Each page of a PDF is an object of its own. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function leafOf(request: APIRequestContext, documentId: string): Promise<string> {
  const { toc } = await free<TocLike>(request, `/documents/${documentId}/toc`);
  const leaf = toc.findLast(({ level, character_count: size }) => level >= 2 && size > 300 && size < 3_000);
  return leaf?.section_id ?? "";
}

test("what was bought by keyboard has the focus", async ({ page }) => {
  const { request } = page.context();
  await signIn(request, newKey(10).key);
  const { document_id } = (await findMarket(request)).annual;
  const id = await leafOf(request, document_id);
  await page.goto(`/documents/${document_id}/sections/${encodeURIComponent(id)}`);
  const paid = page.getByRole("main").locator(".buy").first();
  await expect(paid).toBeVisible();
  await paid.focus();
  await page.keyboard.press("Enter");
  const section = page.locator(`.flow > [data-section="${id}"][data-filled]`);
  await expect(section).toBeVisible();
  await expect.poll(() => section.evaluate((bought) => bought.contains(document.activeElement))).toBe(true);
});

test("of a document that is owned whole a section is printed alone", async ({ page, baseURL }) => {
  const { request } = page.context();
  await signIn(request, newKey(10).key);
  const { document_id } = (await findMarket(request)).annual;
  const id = await leafOf(request, document_id);
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
  await buy(makeApiCall(baseURL ?? "", cookies.join("; ")), { kind: "content", document_id });
  await page.goto(`/documents/${document_id}/sections/${encodeURIComponent(id)}`);
  const pieces = page.locator(".flow > [data-section]");
  await expect.poll(() => pieces.count()).toBeGreaterThan(10);
  await expect(page.locator(".flow > .shell")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  const printed = await pieces.evaluateAll((all) =>
    all.flatMap((piece) => (piece.getClientRects().length === 0 ? [] : [piece.getAttribute("data-section")])),
  );
  expect(printed).toEqual([id]);
  expect(await pagesOf(page)).toBeLessThanOrEqual(3);
});

test("a cover and lists of purchases are printed without what can be pressed", async ({ page }) => {
  const { request } = page.context();
  await signIn(request, newKey(10).key);
  const { document_id } = (await findMarket(request)).annual;
  for (const address of [`/documents/${document_id}`, "/library", "/library/spending"]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await isForPaper(page);
  }
});
