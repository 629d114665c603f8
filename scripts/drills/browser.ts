import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright";
import { launch } from "../../bench/web/browser.ts";

export async function withBrowser<T>(args: readonly string[], work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launch(args);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Signs in as a user does, by typing the key into the form. */
export async function signInThere(page: Page, webUrl: string, key: string): Promise<void> {
  await page.goto(`${webUrl}/sign-in`);
  await page.locator('input[name="key"]').fill(key);
  await page.locator('input[name="key"]').press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** Signs in, opens the library and its first item. Returns how many items the library shows. */
export async function openInBrowser(webUrl: string, key: string, screenshots: string | undefined): Promise<string> {
  return withBrowser([], async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
    await signInThere(page, webUrl, key);
    await page.goto(`${webUrl}/library`);
    const documents = page.locator('main a[href*="/documents/"]');
    await documents.first().waitFor();
    await picture(page, screenshots, "restored-library");
    const count = await documents.count();
    await documents.first().click();
    await page.waitForURL(/\/documents\//);
    const title = await page.locator("h1").first().innerText();
    await picture(page, screenshots, "restored-document");
    return `${count} links to documents, the first of which opens as “${title.split("\n")[0]}”`;
  });
}

export async function picture(page: Page, folder: string | undefined, name: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
