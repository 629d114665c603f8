import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { hiraku, newKey } from "./access.ts";
import { webUrl } from "./ports.ts";

/** A separate browser, signed in by the form. */
async function signedIn(browser: Browser, key: string, recovery?: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: webUrl });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("API key").fill(key);
  if (recovery !== undefined) {
    await page.getByText("Reopen a library").click();
    await page.getByLabel("Recovery code").fill(recovery);
  }
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  return page;
}

const rows = (page: Page) => page.locator("section[aria-labelledby=sessions-head] li");
const fingerprint = (page: Page) => page.locator("section[aria-labelledby=key-head] code").first().innerText();

test("own sessions are listed and ended one by one, by keyboard and in both languages", async ({ browser }) => {
  const { key } = newKey();
  const here = await signedIn(browser, key);
  const there = await signedIn(browser, key);
  await here.goto("/account");
  await expect(rows(here).first()).toBeHidden();
  await here.getByText("Other browsers and keys").click();
  await expect(rows(here)).toHaveCount(2);
  await expect(rows(here).filter({ hasText: "this one" })).toHaveCount(1);
  await expect(rows(here).first()).toContainText(/Chrome on Linux/);
  await expect(rows(here).first()).toContainText(/Signed in 20\d\d-\d\d-\d\d \d\d:\d\d, last used .* JST/);
  expect(await here.getByRole("main").innerText()).not.toMatch(/127\.0\.0\.1(?!:)|::1/);
  for (const width of [1440, 390]) {
    await here.setViewportSize({ width, height: 900 });
    expect((await new AxeBuilder({ page: here }).analyze()).violations).toEqual([]);
    expect(await here.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }

  await rows(here).filter({ hasNotText: "this one" }).getByRole("button", { name: "End" }).focus();
  await here.keyboard.press("Enter");
  await expect(here.getByRole("status").filter({ hasText: "That browser is signed out." })).toBeVisible();
  await expect(rows(here)).toHaveCount(1);
  await there.goto("/library");
  await expect(there).toHaveURL(/\/sign-in\?next=%2Flibrary&error=session_ended/);
  await expect(there.getByRole("alert").filter({ hasText: "You were signed out." })).toBeVisible();

  await here.getByRole("button", { name: "日本語" }).first().click();
  await expect(rows(here)).toContainText("LinuxのChrome");
  await rows(here).getByRole("button", { name: "終了する" }).click();
  await expect(here).toHaveURL(/\/sign-in/);
});

test("a session can't be ended from another library or another site", async ({ browser }) => {
  const mine = await signedIn(browser, newKey().key);
  const other = await signedIn(browser, newKey().key);
  await mine.goto("/account");
  const session = (await mine.locator("input[name=session]").first().getAttribute("value")) ?? "";
  const headers = { origin: webUrl, "sec-fetch-site": "same-origin" };
  const form = { session };
  const foreign = await other.request.post("/api/session/end", { form, headers, maxRedirects: 0 });
  expect(foreign.headers()["location"]).toContain("session=gone");
  const crossSite = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await mine.request.post("/api/session/end", { form, headers: crossSite, maxRedirects: 0 })).status()).toBe(
    403,
  );
  expect((await mine.request.get("/api/session/end", { maxRedirects: 0 })).status()).toBe(405);
  await mine.reload();
  await expect(rows(mine)).toHaveCount(1);
});

test("sessions end when the service says that their key was revoked, and the library reopens by its code", async ({
  browser,
}) => {
  const old = newKey();
  const page = await signedIn(browser, old.key);
  await page.goto("/account");
  const code = await page.locator("section[aria-labelledby=recovery] code").innerText();
  expect(await (await page.request.get("/read")).text(), "only the account page shows it").not.toContain(code);
  const colleague = await signedIn(browser, old.key);
  hiraku("keys", "revoke", old.id);
  // The page that gets the refusal shows it; from then on every browser with that key is signed out.
  await page.goto("/read?since=2026-01-01");
  await page.goto("/library");
  await expect(page).toHaveURL(/error=session_ended/);
  await colleague.goto("/library");
  await expect(colleague).toHaveURL(/error=session_ended/);

  const fresh = await signedIn(browser, newKey().key, code);
  await fresh.goto("/account");
  await fresh.getByText("Other browsers and keys").click();
  const linked = fresh.locator("section[aria-labelledby=keys-head] li");
  await expect(linked).toHaveCount(2);
  expect(await linked.allInnerTexts()).toContainEqual(expect.stringContaining(await fingerprint(fresh)));
});

test("an operator ends a session beside the running web app, and it bites with the next request", async ({
  browser,
}) => {
  const { key } = newKey();
  const page = await signedIn(browser, key);
  await page.goto("/account");
  const id = (await page.locator("input[name=session]").first().getAttribute("value")) ?? "";
  expect(hiraku("sessions", "list")).toContain(id);
  expect(hiraku("sessions", "end", id)).toContain("1 session is ended.");
  expect((await page.request.get("/account", { maxRedirects: 0 })).status()).toBe(307);
  await page.reload();
  await expect(page).toHaveURL(/error=session_ended/);
});
