import { expect, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";
import { webUrl } from "./ports.ts";
import { settle, shiftMax, takeFaults, watchShifts } from "./shifts.ts";
import { show } from "./views.ts";

/** Layout shifts while a page is used, or its fonts come late; those of each page's load are looked for in tours. */

test.describe.configure({ mode: "parallel" });

test("nothing is pushed when rows are walked, panels open, sections are chosen and words are typed", async ({
  page,
  request,
}) => {
  const addresses = pagesOf(await findMarket(request));
  const faults: string[] = [];
  await watchShifts(page);
  await page.goto(addresses["documents"] ?? "/");
  await settle(page);
  for (const key of ["j", "j", "k", "b", "Escape", "?", "Escape", "Control+k", "Escape", "/", "Escape"]) {
    await page.keyboard.press(key);
    await settle(page);
    faults.push(...(await takeFaults(page, `list, ${key}`)));
  }
  await page.goto(addresses["document"] ?? "/");
  await settle(page);
  for (let index = 0; index < 3; index++) {
    await page.getByRole("checkbox").nth(index).check();
    await settle(page);
    faults.push(...(await takeFaults(page, `cover, choosing ${index}`)));
  }
  await page.goto(addresses["search"] ?? "/");
  await settle(page);
  await page.locator("#search-query").pressSequentially("配当");
  await settle(page);
  faults.push(...(await takeFaults(page, "search, typing")));
  expect(faults).toEqual([]);
});

test("on a phone what collects a document stands beside the button that buys it, and as high", async ({
  page,
  request,
  context,
}) => {
  const addresses = pagesOf(await findMarket(request));
  await show(page, context, { name: "", locale: "ja", theme: "light", width: 390 });
  await page.goto(addresses["document"] ?? "/");
  await page.getByRole("checkbox").first().check();
  const bar = page.locator(".total");
  const [buys, collects] = await Promise.all(
    [bar.locator("button[data-paid]"), bar.locator(".collect")].map((each) => each.boundingBox()),
  );
  expect([collects?.y, collects?.height]).toEqual([buys?.y, buys?.height]);
  expect(collects?.x).toBeGreaterThan((buys?.x ?? 0) + (buys?.width ?? 0));
});

test("on a phone the places stand at the foot of the window, and nothing of a page ends beneath them", async ({
  page,
  request,
  context,
}) => {
  const addresses = pagesOf(await findMarket(request));
  await show(page, context, { name: "", locale: "en", theme: "light", width: 390 });
  const height = page.viewportSize()?.height ?? 0;
  const bottomOf = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
  for (const address of ["/", addresses["document"] ?? "/"]) {
    await page.goto(address);
    const places = await page.getByRole("navigation", { name: "Main" }).boundingBox();
    expect(bottomOf(places)).toBe(height);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(bottomOf(await page.getByRole("contentinfo").boundingBox())).toBeLessThan((places?.y ?? 0) + 1);
  }
  await page.getByRole("checkbox").first().check();
  const places = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  expect(bottomOf(await page.locator(".total").boundingBox())).toBeLessThan((places?.y ?? 0) + 1);
});

test("no page moves when its fonts come late: what is shown keeps the letters it was shown with", async ({
  browser,
  request,
  storageState,
}) => {
  test.setTimeout(90_000);
  const addresses = pagesOf(await findMarket(request));
  let late = 0;
  const faults: string[] = [];
  for (const locale of ["en", "ja"] as const) {
    for (const name of ["issuer", "pending", "document", "library"]) {
      // Fonts that a page has loaded stay in the memory of its context.
      const context = await browser.newContext({ baseURL: webUrl, ...(storageState ? { storageState } : {}) });
      const page = await context.newPage();
      await watchShifts(page);
      await show(page, context, { name: "", locale, theme: "light", width: 390 });
      await context.route("**/*latin*.woff2", async (route) => {
        late += 1;
        await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue().catch(() => undefined);
      });
      await page.goto(addresses[name] ?? "/");
      await settle(page);
      faults.push(...(await takeFaults(page, `${name}, ${locale}`, shiftMax / 10)));
      await context.close();
    }
  }
  expect(late).toBeGreaterThan(8);
  expect(faults).toEqual([]);
});
