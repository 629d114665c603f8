import { expect, type Page, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";
import { webUrl } from "./ports.ts";
import { show } from "./views.ts";

/** Layout shifts as measured by the browser: while loading, and while the page is used. */

const shiftMax = 0.02;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** The DOM's types don't include this entry. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    hirakuShifts: Shift[];
  }
}

/** Counts every shift, also those that follow an input: a panel that opens may not push what is being read. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.hirakuShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.textContent ?? ""),
        );
        window.hirakuShifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** All requests are finished and their results are drawn, so that no further shift can follow. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

async function takeFaults(page: Page, when: string, most = shiftMax): Promise<string[]> {
  const shifts = await page.evaluate(() => window.hirakuShifts.splice(0));
  const sum = shifts.reduce((total, each) => total + each.value, 0);
  return sum > most ? [`${when}: ${sum.toFixed(3)} ${JSON.stringify(shifts)}`] : [];
}

test.describe.configure({ mode: "parallel" });

for (const width of [1440, 390]) {
  test(`no page moves while it loads or is scrolled, ${width} wide`, async ({ page, request, context }) => {
    test.setTimeout(180_000);
    const addresses = pagesOf(await findMarket(request));
    await watchShifts(page);
    await show(page, context, { name: "", locale: width === 390 ? "ja" : "en", theme: "light", width });
    const faults: string[] = [];
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address);
      await settle(page);
      faults.push(...(await takeFaults(page, `${name}, loading`)));
      await page.mouse.move(width / 2, 400);
      await page.mouse.wheel(0, 700);
      await settle(page);
      await page.mouse.wheel(0, -700);
      await settle(page);
      faults.push(...(await takeFaults(page, `${name}, scrolling`)));
    }
    expect(faults).toEqual([]);
  });
}

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
