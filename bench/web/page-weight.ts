import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright";

/** First-load JavaScript of a page, in kB gzipped: every script that has come by the time it has loaded. */
export async function scriptWeight(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const size = response.body().then(
      (body) => gzipSync(body, { level: 9 }).length,
      () => 0,
    );
    sizes.push(size);
  });
  await page.goto(address, { waitUntil: "load" });
  const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
  await page.close();
  return weight;
}
