import { expect, test } from "@playwright/test";
import { browserWithoutSession } from "./access.ts";
import { findMarket, pagesOf } from "./market.ts";
import { webUrl } from "./ports.ts";

/** The security headers that every answer must have, whatever its contents. */
const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

test("every page and answer carries the headers that browsers keep to, and says what it is", async ({ request }) => {
  const pages = Object.values(pagesOf(await findMarket(request)));
  const answers = ["/api/ledger", "/api/ledger/csv", "/api/credits", "/api/library/export", "/api/nothing-here"];
  for (const address of [...pages, "/sign-in", ...answers]) {
    const answer = await request.get(address, { maxRedirects: 0 });
    const headers = answer.headers();
    expect(headers, address).toMatchObject(everywhere);
    expect(headers["content-security-policy"], address).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers["content-type"], address).toMatch(/^(?:text\/(?:html|csv); ?charset=utf-8|application\/)/i);
    expect(headers["access-control-allow-origin"], address).toBeUndefined();
    expect(headers["x-powered-by"] ?? headers["server"], address).toBeUndefined();
  }
});

test("what belongs to somebody is in no shared cache, and in no browser's after signing out", async ({ request }) => {
  for (const address of ["/account", "/api/ledger", "/api/credits"]) {
    expect((await request.get(address)).headers()["cache-control"], address).toMatch(/no-store/);
  }
  // A page may be kept in memory for going back; on disk it is of no use to anybody.
  const kept = { "cache-control": "private, no-cache", vary: "*" };
  expect((await request.get("/library")).headers()).toMatchObject(kept);
  const browser = await browserWithoutSession();
  const page = await (await browser.get("/sign-in")).text();
  const csrfToken = /name="csrfToken" value="([0-9a-f]+)"/.exec(page)?.[1] ?? "";
  const headers = { origin: webUrl, "sec-fetch-site": "same-origin" };
  const out = await browser.post("/api/auth/signout", { form: { csrfToken }, headers, maxRedirects: 0 });
  expect(out.headers()["clear-site-data"]).toBe('"cache", "storage"');
});

test("pages, lists and scripts are compressed; pages with forms' tokens are not", async ({ request }) => {
  const headersOf = async (address: string, reader = request) =>
    (await reader.get(address, { headers: { "accept-encoding": "gzip, br" } })).headers();
  const script = /\/_next\/static\/[^"]+\.js/.exec(await (await request.get("/ask")).text())?.[0] ?? "";
  for (const address of ["/ask", "/library", "/api/timeline"]) {
    const { "content-encoding": encoding, "cache-control": cached } = await headersOf(address);
    expect(encoding, address).toBe("br");
    expect(cached, address).not.toContain("no-transform");
  }
  expect((await headersOf(script))["content-encoding"]).toBe("br");
  for (const address of ["/account", "/account/agents", "/%61ccount", "/api/credits", "/api/auth/csrf", "/sign-in"]) {
    const reader = address === "/sign-in" ? await browserWithoutSession() : request;
    const { "content-encoding": encoding, "cache-control": cached } = await headersOf(address, reader);
    expect(encoding, address).toBeUndefined();
    expect(cached, address).toContain("no-transform");
  }
  const { headers } = await request.get(script).then((answer) => ({ headers: answer.headers() }));
  expect(headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable", vary: "Accept-Encoding" });
  expect(headers["content-type"]).toMatch(/^application\/javascript/);
  const part = await request.get(script, { headers: { range: "bytes=0-9" } });
  expect(part.status()).toBe(206);
  expect(part.headers()["content-encoding"]).toBeUndefined();
  const again = await request.get(script, { headers: { "if-none-match": headers["etag"] ?? "" } });
  expect(again.status()).toBe(304);
});

test("every cookie is out of reach of scripts and of other sites", async () => {
  const browser = await browserWithoutSession();
  const page = await browser.get("/sign-in");
  const csrfToken = /name="csrfToken" value="([0-9a-f]+)"/.exec(await page.text())?.[1] ?? "";
  const headers = { origin: webUrl, "sec-fetch-site": "same-origin" };
  const form = { csrfToken, demo: "yes", callbackUrl: "/" };
  const signedIn = await browser.post("/api/auth/callback/api-key", { form, headers, maxRedirects: 0 });
  const view = await browser.post("/api/preferences", { form: { locale: "en" }, headers, maxRedirects: 0 });
  const cookies = [page, signedIn, view].flatMap((answer) =>
    answer.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie"),
  );
  expect(cookies.length).toBeGreaterThanOrEqual(3);
  for (const { value } of cookies) expect(value).toMatch(/HttpOnly/i);
  for (const { value } of cookies) expect(value).toMatch(/SameSite=Lax/i);
  for (const { value } of cookies) expect(value.length).toBeLessThan(4096);
});
