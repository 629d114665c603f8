import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import Database from "better-sqlite3";
import { browserWithoutSession, newKey, signIn } from "./access.ts";
import { dataFolder, webUrl } from "./ports.ts";

const wrongKey = (index: number) => `hk_wrong${String(index).padStart(37, "0")}`;

test("a valid key signs in at once while somebody behind the same address guesses", async () => {
  test.slow();
  const guesser = await browserWithoutSession();
  await expect(async () => {
    forgetWrongKeys();
    const said: (string | null)[] = [];
    for (let index = 0; index < 5; index++) {
      const target = await signIn(guesser, wrongKey(index));
      expect(target.searchParams.get("error")).toBe("invalid_api_key");
      said.push(target.searchParams.get("left") ?? target.searchParams.get("wait"));
    }
    expect(said.slice(0, 4)).toEqual(["4", "3", "2", "1"]);
    expect(Number(said[4])).toBeGreaterThan(50);
  }).toPass({ timeout: 40_000 });

  // Answers to these are delayed for seconds.
  const guesses = [5, 6, 7, 8, 9, 10].map((index) => signIn(guesser, wrongKey(index)));
  let answered = 0;
  for (const guess of guesses) void guess.then(() => answered++);
  const colleague = await browserWithoutSession();
  expect((await signIn(colleague, newKey().key)).pathname).toBe("/");
  expect((await colleague.get("/account", { maxRedirects: 0 })).status()).toBe(200);
  expect(answered).toBeLessThan(guesses.length);
  for (const guess of guesses) expect((await guess).searchParams.get("error")).toBe("invalid_api_key");
});

/** Other tests send wrong keys from this address too, before and meanwhile. */
function forgetWrongKeys(): void {
  const store = new Database(path.join(dataFolder, "own", "web.db"));
  store.exec("DELETE FROM sign_in_networks");
  store.close();
}

test("a wait is counted down in words, and a screen reader hears it once", async ({ browser }) => {
  const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await page.goto(`${webUrl}/sign-in?error=invalid_api_key&wait=59`);
  const timer = page.getByRole("timer");
  await expect(timer).toContainText(/5[0-8] seconds/);
  await expect(timer).toHaveAttribute("aria-live", "off");
  await page.goto(`${webUrl}/sign-in?error=too_many_attempts&wait=1`);
  await expect(timer).toHaveText("You can try again now.");
});

const quoteLink = "/read?from=2026-11-01#q=s-1~words%20of%20the%20passage~12~34";

test.describe("a link to a passage", () => {
  const ways = {
    "a typed key": async (page: Page) => {
      await page.getByLabel(/API key/).fill(newKey().key);
      await page.keyboard.press("Enter");
    },
    "the demo key": async (page: Page) => page.getByRole("button", { name: /demo key/i }).click(),
    "a wrong key, and then a right one": async (page: Page) => {
      await page.getByLabel(/API key/).fill(wrongKey(99));
      await page.keyboard.press("Enter");
      await expect(page.locator("#why")).toBeVisible();
      await page.getByLabel(/API key/).fill(newKey().key);
      await page.keyboard.press("Enter");
    },
    "another language first": async (page: Page) => {
      await page.getByRole("button", { name: "日本語" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "ja");
      await page.getByRole("button", { name: /デモ/ }).click();
    },
  };
  for (const [way, signInBy] of Object.entries(ways)) {
    test(`is reached whole after signing in with ${way}`, async ({ browser }) => {
      const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
      await page.goto(webUrl + quoteLink);
      await expect(page).toHaveURL(/\/sign-in\?next=/);
      // The form's script has run once the page is quiet.
      await page.waitForLoadState("networkidle");
      await signInBy(page);
      await expect(page).toHaveURL(webUrl + quoteLink);
      await page.context().close();
    });
  }

  test("leads to no other site, whatever its fragment says", async ({ browser }) => {
    const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
    await page.goto(`${webUrl}/sign-in?next=${encodeURIComponent("//evil.example/")}#//evil.example/`);
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: /demo key/i }).click();
    await expect(page).toHaveURL(`${webUrl}/#//evil.example/`);
    await page.context().close();
  });
});

test("no page is made for a code that nobody has: a 404 in words, with near codes and nothing for sale", async ({
  page,
}) => {
  const answer = await page.goto(`${webUrl}/issuers/0Z9Z`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("0Z9Z");
  await expect(page.locator("main .price, main button")).toHaveCount(0);
});
