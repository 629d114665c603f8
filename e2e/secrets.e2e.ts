import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";
import { dataFolder } from "./ports.ts";

test("the API key is in no response, header, page, script or browser storage", async ({ page, request }) => {
  test.setTimeout(120_000);
  const key = readFileSync(path.join(dataFolder, "own", "demo-key"), "utf8").trim();
  expect(key).toMatch(/^hk_/);
  const leaks: string[] = [];
  const checks: Promise<void>[] = [];
  page.on("response", (response) => {
    checks.push(
      (async () => {
        const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
        const body = await response.text().catch(() => "");
        if (headers.includes(key) || body.includes(key)) leaks.push(response.url());
      })(),
    );
  });
  for (const address of [...Object.values(pagesOf(await findMarket(request))), "/api/auth/session", "/sign-in"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    if (stored.includes(key)) leaks.push(`storage of ${address}`);
  }
  await Promise.all(checks);
  expect(leaks).toEqual([]);
});
