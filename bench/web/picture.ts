import path from "node:path";
import type { Page } from "playwright";

/** To see with one's own eyes what was measured: with HIRAKU_SCREENSHOTS set, the last sample of each kind. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["HIRAKU_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `bench-${name}.png`) });
}
