import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { browserWithoutSession, newKey, signIn } from "./access.ts";
import { creditsLeft, findMarket } from "./market.ts";

test("a question is planned for nothing, answered within its budget, proved offline, and shared without its text", async ({
  browser,
  baseURL,
}) => {
  const nobody = { baseURL: baseURL ?? "", storageState: { cookies: [], origins: [] } };
  const owner = await browser.newContext(nobody);
  const colleague = await browser.newContext(nobody);
  await signIn(owner.request, newKey(40).key);
  await signIn(colleague.request, newKey(5).key);
  const page = await owner.newPage();
  const { annual } = await findMarket(page.request);
  const before = await creditsLeft(page.request);

  await page.goto(
    `/ask/answer?question=${encodeURIComponent("売上高はいくらか。")}&issuer=${annual.security_code}&budget=8`,
  );
  await page.getByRole("button", { name: "Plan", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The plan" })).toBeVisible();
  expect(await creditsLeft(page.request)).toBe(before);
  await page.getByRole("button", { name: /^Answer it/ }).click();
  await page.waitForURL(/\/ask\/(?!answer$)[\w-]+$/);
  await expect(page.getByRole("heading", { name: "Passages" })).toBeVisible();
  await expect(page.locator("#passage-1 [lang=ja]").first()).toBeVisible();
  const words = await page.locator("#passage-1 :is(blockquote, table)").innerText();
  expect(words.length).toBeGreaterThan(4);
  // On paper it says where its words are from, also where they were found while it was open.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await page.getByText(/^Proof: /).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download", exact: true }).click(),
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-dossier-"));
  await download.saveAs(path.join(folder, "dossier.json"));
  const stranger = await browserWithoutSession();
  writeFileSync(path.join(folder, "verify.mjs"), await (await stranger.get("/verify.mjs")).body());
  writeFileSync(
    path.join(folder, "keys.json"),
    await (await stranger.get("/.well-known/hiraku-receipt-keys.json")).body(),
  );
  const said = execFileSync(process.execPath, ["verify.mjs", "dossier.json", "--key", "keys.json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const charged = before - (await creditsLeft(page.request));
  expect(charged).toBeLessThanOrEqual(8);
  expect(said).toContain("OK: dossier intact, signed by the key that was given");
  expect(said).toContain(`; ${charged} of at most `);

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";
  const { share_id } = (await (await page.request.get(`/api/answers/${id}/share`)).json()) as { share_id: string };
  const theirs = await colleague.newPage();
  await theirs.goto(`/d/${share_id}`);
  await expect(theirs.getByText(/characters of text you don’t own/).first()).toBeVisible();
  await expect(theirs.getByText(/SHA-256 [0-9a-f]{64}/).first()).toBeVisible();
  expect(await theirs.getByRole("main").innerText()).not.toContain(words);
  expect((await colleague.request.get(`/api/answers/${id}`)).status()).toBe(404);

  await page.getByRole("button", { name: "Stop sharing" }).click();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "Answer not found" })).toBeVisible();
  expect((await colleague.request.get(`/api/dossiers/${share_id}`)).status()).toBe(404);
  await colleague.close();
  await owner.close();
});
