import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright";

export interface ScriptWeight {
  /** Each script compressed by itself, as a proxy would. */
  readonly kb: number;
  readonly scripts: number;
}

/** The scripts a page asks for before its load event. */
export async function scriptWeight(context: BrowserContext, address: string): Promise<ScriptWeight> {
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
  const counted = await Promise.all([...sizes].filter(([url]) => asked.has(url)).map(([, size]) => size));
  await page.close();
  return { kb: counted.reduce((sum, size) => sum + size, 0) / 1024, scripts: counted.length };
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
