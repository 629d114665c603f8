import { type Browser, chromium, expect, type Page, test } from "@playwright/test";
import { browserWithoutSession, newKey, signIn } from "./access.ts";
import { webUrl } from "./ports.ts";

/**
 * Going back to a page that the browser kept in memory: at once for its reader, and nothing of it for anybody else.
 * Playwright switches that memory off, so the browser is launched without its switch.
 */
let browser: Browser;
let key = "";
test.beforeAll(async ({ launchOptions }) => {
  browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    // The headless shell keeps no pages otherwise.
    args: [...(launchOptions.args ?? []), "--enable-bfcache"],
  });
  key = newKey().key;
});
test.afterAll(() => browser.close());

const ownOrigin = { origin: webUrl, "sec-fetch-site": "same-origin" };

async function signedIn(): Promise<Page> {
  const context = await browser.newContext({ baseURL: webUrl, storageState: { cookies: [], origins: [] } });
  await signIn(context.request, key);
  return context.newPage();
}

/** Opens a page to come back to, and another by its address. The mark in the first is lost if it is loaded anew. */
async function leavePage(page: Page): Promise<void> {
  await page.goto("/read");
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { leftHere: true, shownAfterMs: undefined });
    window.addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      const began = performance.now();
      Object.assign(window, { hiddenAtFirst: document.documentElement.style.visibility === "hidden" });
      new MutationObserver(() => {
        if (document.documentElement.style.visibility === "")
          Object.assign(window, { shownAfterMs: performance.now() - began });
      }).observe(document.documentElement, { attributes: true, attributeFilter: ["style"] });
    });
  });
  await page.goto("/ask");
  await expect(page.getByRole("main")).toBeVisible();
}

const memory = (page: Page) =>
  page.evaluate(() => ({
    kept: "leftHere" in window,
    hiddenAtFirst: "hiddenAtFirst" in window && window.hiddenAtFirst,
    shownAfterMs: "shownAfterMs" in window ? window.shownAfterMs : undefined,
  }));

test("a page is back at once, hidden until the session has answered", async () => {
  const page = await signedIn();
  await leavePage(page);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/read$/);
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await expect.poll(async () => (await memory(page)).shownAfterMs).toBeGreaterThan(0);
  const found = await memory(page);
  expect(found).toMatchObject({ kept: true, hiddenAtFirst: true });
  process.stdout.write(`back after ${Math.round(Number(found.shownAfterMs))} ms\n`);
  await page.goForward({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/ask$/);
  await expect(page.getByRole("main")).toBeVisible();
  await page.context().close();
});

test("after signing out, going back shows nothing", async () => {
  const page = await signedIn();
  await leavePage(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  for (let step = 0; step < 3; step++) {
    await page.goBack({ waitUntil: "commit" });
    await expect(page).toHaveURL(/\/sign-in\?.*/);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  }
  await page.context().close();
});

test("where another session was begun meanwhile, its own page is loaded", async () => {
  const page = await signedIn();
  await leavePage(page);
  await page.context().clearCookies();
  await signIn(page.context().request, key);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/read$/);
  await expect.poll(async () => (await memory(page).catch(() => ({ kept: true }))).kept).toBe(false);
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await page.context().close();
});

test("where the session was ended elsewhere, the page stays hidden and the sign-in page comes", async () => {
  const page = await signedIn();
  await leavePage(page);
  const elsewhere = await browserWithoutSession();
  await signIn(elsewhere, key);
  const ended = await elsewhere.post("/api/session/everywhere", { headers: ownOrigin, form: {}, maxRedirects: 0 });
  expect(ended.status()).toBe(303);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/sign-in\?.*error=session_ended/);
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await page.context().close();
});
