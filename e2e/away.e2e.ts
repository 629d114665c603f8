import { mkdirSync } from "node:fs";
import path from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { type BoughtDocument, boughtDocument } from "./bought.ts";
import { makePrograms, type Programs } from "./programs.ts";
import { type Behaviour, startProxy, type UnreliableProxy } from "./unreliable-proxy.ts";

/**
 * A service that is down, hangs or gives invalid answers: noticed at once, without effect on owned text, and recovered
 * from automatically.
 */
let programs: Programs;
let proxy: UnreliableProxy;
let cookie = "";
let bought: BoughtDocument;
const strip = /service is not answering/;
const stripAsSent = /data-strip="fault"/;
const withinMs = 3_000;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  let target = "";
  proxy = await startProxy(() => target);
  programs = await makePrograms({
    upstreamUrl: (apiUrl) => {
      target = apiUrl;
      return proxy.url;
    },
  });
  await programs.startService();
  await programs.startWeb();
  cookie = await programs.signIn();
  bought = await boughtDocument(programs.webUrl, cookie);
});

test.afterAll(async () => {
  await programs.stop();
  await proxy.stop();
});

test.beforeEach(async ({ context }) => {
  proxy.behave("works");
  await expect.poll(isReachable, { timeout: 15_000 }).toBe(true);
  await signInto(context);
});

async function signInto(context: BrowserContext): Promise<void> {
  const cookies = cookie.split("; ").map((each) => {
    const [name = "", ...value] = each.split("=");
    return { name, value: value.join("="), url: programs.webUrl };
  });
  await context.addCookies(cookies);
}

async function isReachable(): Promise<boolean> {
  const answer = await get("/api/service");
  return ((await answer.json()) as { reachable: boolean }).reachable;
}

function get(target: string): Promise<Response> {
  return fetch(programs.webUrl + target, { headers: { cookie, "sec-fetch-dest": "document" } });
}

const faults: readonly Behaviour[] = ["hangs", "refuses", "500", "503", "garbage"];

for (const fault of faults) {
  test(`a service that ${fault}: every page is sent within 3 s with the strip in it, and none is empty or broken`, async () => {
    proxy.behave(fault);
    // One call shows it; after invalid answers the next page knows that the whole service is unavailable.
    if (fault !== "hangs" && fault !== "refuses") await get(`/documents/${bought.documentId}`);
    for (const address of addresses()) {
      const began = performance.now();
      const answer = await get(address);
      const html = await answer.text();
      const tookMs = performance.now() - began;
      expect(answer.status, address).toBe(200);
      const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
      expect(stripAsSent.test(shown), `${address} has the strip under ${fault}`).toBe(true);
      const claimed = /No documents yet|No disclosures in the last|Nothing to list/.exec(shown)?.[0];
      expect(claimed, `${address} under ${fault}`).toBeUndefined();
      expect(tookMs, `${address} under ${fault}`).toBeLessThan(withinMs + loadAllowanceMs);
    }
  });
}

// One that gives no answer, and one that gives an invalid one.
for (const fault of ["hangs", "garbage"] as const) {
  test(`a service that ${fault}: owned section, page, original and library are read as ever`, async ({ page }) => {
    proxy.behave(fault);
    const document = `${programs.webUrl}/documents/${bought.documentId}`;
    await page.goto(`${document}/sections/${encodeURIComponent(bought.sectionId)}`);
    await expect(page.locator(".prose").first()).toContainText(/\p{Script=Han}{2}/u);
    await page.goto(`${document}/pages/1`);
    await expect(page.locator("main img").first()).toBeVisible();
    await page.goto(document);
    await expect(page.locator("h1")).toHaveText(/\p{Script=Han}{2}/u);
    await page.goto(`${programs.webUrl}/library`);
    await expect(page.getByRole("main")).toContainText(/\p{Script=Han}{2}/u);
    const original = await get(`/documents/${bought.documentId}/originals/${encodeURIComponent(bought.originalId)}`);
    expect(await original.text()).not.toMatch(/Something went wrong|not there any more/);
    const bytes = await get(
      `/api/owned/documents/${bought.documentId}/originals/${encodeURIComponent(bought.originalId)}`,
    );
    expect(bytes.status).toBe(200);
    expect((await bytes.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });
}

/** The machine of a test is shared; a page that waits for the service's own time-out takes 15 s. */
const loadAllowanceMs = 3_000;

function addresses(): readonly string[] {
  const document = `/documents/${bought.documentId}`;
  const section = `${document}/sections/${encodeURIComponent(bought.sectionId)}`;
  return ["/", `/issuers/${bought.securityCode}`, "/read?since=2000-01-01", document, section, "/ask", "/library"];
}

test("paid controls say why they can't be used while the service is away, and work again when it is back", async ({
  page,
}) => {
  await page.goto(`${programs.webUrl}/documents/${bought.documentId}`);
  const control = page.locator("button.buy").first();
  await expect(control).toBeVisible();
  await expect(control).not.toHaveAttribute("aria-disabled", "true");
  proxy.behave("hangs");
  await page.reload();
  await expect(page.locator("[data-strip]")).toContainText(strip);
  const disabled = page.locator("button.buy").first();
  await expect(disabled).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(/Nothing can be bought now/).first()).toBeAttached();
  proxy.behave("works");
  await expect(page.locator("[data-strip]")).toBeHidden({ timeout: 20_000 });
  await expect(page.locator("button.buy").first()).not.toHaveAttribute("aria-disabled", "true");
});

test("a page without answers says so, counts nothing as zero, and fills by itself when the service is back", async ({
  page,
}) => {
  proxy.behave("hangs");
  await page.goto(`${programs.webUrl}/issuers/${bought.securityCode}`);
  await expect(page.locator("[data-strip]")).toContainText(strip);
  await expect(page.locator(".filters [data-count]").first()).toContainText("unknown");
  await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Nothing to show")).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  proxy.behave("works");
  await expect(page.locator("[data-row]").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("[data-strip]")).toBeHidden();
  await expect(page.locator(".filters [data-count]").first()).not.toContainText("unknown");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("a service that hangs while a page stands is told within 3 s of the next click", async ({ page }) => {
  await page.goto(`${programs.webUrl}/read?since=2000-01-01`);
  await expect(page.locator("[data-row]").first()).toBeVisible();
  proxy.behave("hangs");
  await page.locator("fieldset.seg button").first().click();
  await expect(page.locator("[data-strip]")).toContainText(strip, { timeout: withinMs + loadAllowanceMs });
});

test("our own service, stopped, killed and started again, is away, away and back", async ({ page }) => {
  const document = `${programs.webUrl}/documents/${bought.documentId}`;
  programs.service().kill("SIGSTOP");
  await page.goto(document);
  await expect(page.locator("[data-strip]")).toContainText(strip);
  programs.service().kill("SIGCONT");
  await expect(page.locator("[data-strip]")).toBeHidden({ timeout: 20_000 });
  programs.service().kill("SIGKILL");
  await page.goto(programs.webUrl);
  await expect(page.locator("[data-strip]")).toContainText(strip);
  await programs.startService();
  await expect(page.locator("[data-strip]")).toBeHidden({ timeout: 30_000 });
  await expect(page.locator("[aria-labelledby=latest] [data-row]").first()).toBeVisible();
});

const pictures = process.env["HIRAKU_SCREENSHOTS"];
if (pictures !== undefined) {
  test("pictures of a dead, a hanging and a returning service", async ({ page }) => {
    test.setTimeout(240_000);
    mkdirSync(pictures, { recursive: true });
    const document = `/documents/${bought.documentId}`;
    const pages = { desk: "/", document, section: `${document}/sections/${encodeURIComponent(bought.sectionId)}` };
    for (const width of [1440, 390]) {
      for (const [name, address] of Object.entries(pages)) {
        for (const locale of name === "desk" ? (["en", "ja"] as const) : (["en"] as const)) {
          await page.setViewportSize({ width, height: 900 });
          await choose(page, locale);
          const shot = (state: string) =>
            page.screenshot({ path: path.join(pictures, `${name}-${state}-${width}-${locale}.png`) });
          proxy.behave("refuses");
          await page.goto(programs.webUrl + address);
          await shot("dead");
          proxy.behave("works");
          await expect.poll(isReachable, { timeout: 15_000 }).toBe(true);
          proxy.behave("hangs");
          await page.goto(programs.webUrl + address);
          await shot("hanging");
          proxy.behave("works");
          await expect(page.locator("[data-strip=fault]")).toBeHidden({ timeout: 30_000 });
          await page.waitForLoadState("networkidle");
          await shot("returned");
        }
      }
    }
  });
}

async function choose(page: Page, locale: "en" | "ja"): Promise<void> {
  await page.request.post(`${programs.webUrl}/api/preferences`, {
    form: { locale, next: "/" },
    headers: { origin: programs.webUrl },
    maxRedirects: 0,
  });
}
