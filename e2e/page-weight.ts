import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright";

export interface ScriptWeight {
  /** Each script compressed by itself, as a proxy would. */
  readonly kb: number;
  readonly scripts: number;
}

/** The size of each script, which its name stands for: most pages share most of them. */
const packed = new Map<string, Promise<number>>();

/** As long without another script asked for the page is taken to be idle: what comes after it waits for less. */
const quietMs = 1_000;

/** The scripts a page asks for until it is idle, while nobody points at anything or presses anything. */
export async function scriptWeight(context: BrowserContext, address: string): Promise<ScriptWeight> {
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const url = response.url();
    const size = packed.get(url) ?? response.body().then((body) => gzipSync(body, { level: 9 }).length);
    packed.set(url, size);
    sizes.set(url, size);
  });
  await page.goto(address, { waitUntil: "load" });
  for (let known = -1; known !== sizes.size; await page.waitForTimeout(quietMs)) known = sizes.size;
  const counted = await Promise.all(sizes.values());
  await page.close();
  return { kb: counted.reduce((sum, size) => sum + size, 0) / 1024, scripts: counted.length };
}
