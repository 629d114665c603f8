import path from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { ensureBrowser } from "../../scripts/browser.ts";
import { watchPage } from "./page-watch.ts";

let found: string | undefined;

/** The same browser that the tests use, installed where there is none. */
export function browserPath(): string {
  found ??= ensureBrowser(process.execPath);
  return found;
}

export function launch(args: readonly string[] = []): Promise<Browser> {
  const quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run"];
  return chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...quiet, ...args],
  });
}

interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A new browser for each sample, so that nothing is cached or compiled from another. */
export async function inBrowser<T>(options: BrowserContextOptions, work: (opened: Opened) => Promise<T>): Promise<T> {
  const browser = await launch();
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
      timezoneId: "Asia/Tokyo",
      ...options,
    });
    await context.addInitScript(watchPage);
    return await work({ page: await context.newPage(), context });
  } finally {
    await browser.close();
  }
}

/** The connection of a distant reader: 40 ms round trip, 10 Mbit/s. */
export async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesASecond = 10_000_000 / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  });
}

/** Saves a screenshot of the last sample of each kind where HIRAKU_SCREENSHOTS is set, to see what was measured. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["HIRAKU_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `bench-${name}.png`) });
}
