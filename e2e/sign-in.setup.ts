import path from "node:path";
import { expect, test } from "@playwright/test";
import { dataFolder } from "./ports.ts";

test("the demo key signs in on the embedded service", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: /demo key/i }).click();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Today" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.context().storageState({ path: path.join(dataFolder, "session.json") });
});
