import type { Page, Request } from "@playwright/test";

/** What happened while somebody only looked at pages. */
export interface Looking {
  /** Requests that spend, each with its page. */
  readonly purchases: string[];
  /** Paths of what was loaded ahead for who pointed at a link. */
  readonly loadedAhead: string[];
  /** Controls that spend and show no number. */
  readonly priceless: string[];
}

const keys = ["j", "k", "[", "]", "t", "o", "c", "y", "n", "p", "b", "?", "Escape", "ArrowRight", "ArrowLeft"];

/** Points at what can be pressed, scrolls, and presses every key that pages listen to. */
export function watchLooking(page: Page, { purchases, loadedAhead, priceless }: Looking): () => Promise<void> {
  let pointing = false;
  page.on("request", (each) => {
    if (spends(each)) purchases.push(`${page.url()}: ${each.postData() ?? ""}`);
    if (pointing && each.headers()["rsc"] !== undefined) loadedAhead.push(new URL(each.url()).pathname);
  });
  return async () => {
    for (const words of await page.locator(".buy:visible").allInnerTexts())
      if (!/\d/.test(words)) priceless.push(`${page.url()}: ${words}`);
    pointing = true;
    for (const [at, control] of (await page.locator(".buy, a[href]").all()).slice(0, 12).entries()) {
      await control.hover({ timeout: 500, force: true }).catch(() => undefined);
      // Long enough for a free page to be loaded ahead.
      if (at % 4 === 3) await page.waitForTimeout(90);
    }
    pointing = false;
    await page.mouse.wheel(0, 4000);
    await page.locator("body").press("Escape");
    for (const key of keys) await page.keyboard.press(key);
  };
}

const spends = (request: Request) => request.method() !== "GET" && new URL(request.url()).pathname === "/api/purchases";
