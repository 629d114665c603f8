import { gzipSync } from "node:zlib";
import type { Page } from "playwright";

/** Bytes of a page's HTML and of the stylesheets and scripts it asks for until it is quiet, each gzipped by itself. */
export async function measurePageWeight(page: Page, address: string): Promise<Record<string, number>> {
  const sizes = { html: 0, css: 0, js: 0 };
  const bodies: Promise<void>[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    const kind = type === "document" ? "html" : type === "stylesheet" ? "css" : type === "script" ? "js" : undefined;
    if (kind === undefined) return;
    bodies.push(
      response.body().then(
        (body) => void (sizes[kind] += gzipSync(body, { level: 9 }).length),
        () => undefined,
      ),
    );
  });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await Promise.all(bodies);
  return { ...sizes, all: sizes.html + sizes.css + sizes.js };
}
