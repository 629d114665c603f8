import path from "node:path";
import type { Page } from "playwright";

/** Saves a screenshot of the last sample of each kind where HIRAKU_SCREENSHOTS is set, to see what was measured. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["HIRAKU_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `bench-${name}.png`) });
}
