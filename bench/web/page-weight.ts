import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright";

/** The scripts a page asks for before its load event, each compressed by itself as a proxy would, in kB. */
export async function scriptWeight(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const size = response.body().then(
      (body) => gzipSync(body, { level: 9 }).length,
      () => 0,
    );
    sizes.set(response.url(), size);
  });
  await page.goto(address, { waitUntil: "load" });
  const asked = new Set(await page.evaluate(askedBeforeLoad));
  const counted = await Promise.all([...sizes].map(([url, size]) => (asked.has(url) ? size : 0)));
  await page.close();
  return counted.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Runs in the page. */
function askedBeforeLoad(): string[] {
  const [navigation] = performance.getEntriesByType("navigation");
  const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
  return performance
    .getEntriesByType("resource")
    .filter((each) => each.startTime < loadedAt)
    .map((each) => each.name);
}
