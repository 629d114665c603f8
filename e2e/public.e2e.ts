import { expect, test } from "@playwright/test";
import { browserWithoutSession } from "./access.ts";
import { webUrl } from "./ports.ts";

/** Browsers, crawlers and programs ask for these by name, before anybody has signed in. */
const files = {
  "/favicon.ico": /^image\/(?:x-icon|vnd\.microsoft\.icon)/,
  "/icon.svg": /^image\/svg\+xml/,
  "/icon-192.png": /^image\/png/,
  "/icon-512.png": /^image\/png/,
  "/apple-touch-icon.png": /^image\/png/,
  "/manifest.webmanifest": /^application\/manifest\+json/,
  "/robots.txt": /^text\/plain/,
  "/llms.txt": /^text\/plain/,
  "/fonts/japanese.css": /^text\/css/,
  "/verify.mjs": /^(?:text|application)\/javascript/,
} as const;

test("what is asked for by name is there without a session, says what it is and may be kept", async () => {
  const browser = await browserWithoutSession();
  for (const [address, type] of Object.entries(files)) {
    const answer = await browser.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()["content-type"], address).toMatch(type);
    expect(answer.headers()["cache-control"], address).toMatch(/^public, max-age=(?:86400|0)$/);
    expect(answer.headers()["x-content-type-options"], address).toBe("nosniff");
    expect((await answer.body()).byteLength, address).toBeGreaterThan(20);
  }
  expect((await browser.get("/robots.txtx", { maxRedirects: 0 })).status()).toBe(307);
});

test("a link to the app is shown elsewhere by its name, whatever page it leads to", async () => {
  const browser = await browserWithoutSession();
  for (const address of ["/sign-in", "/check", "/documents/S1"]) {
    const html = await (await browser.get(address)).text();
    expect(html, address).toContain('<meta property="og:title" content="Hiraku"/>');
    expect(html, address).toContain('<meta name="description" content="A reading desk');
  }
});

test("every page names its icons and manifest, and asks to be in no index", async ({ page }) => {
  await page.goto("/");
  for (const [selector, href] of [
    ['link[rel="manifest"]', "/manifest.webmanifest"],
    ['link[rel="icon"][type="image/svg+xml"]', "/icon.svg"],
    ['link[rel="apple-touch-icon"]', "/apple-touch-icon.png"],
  ] as const) {
    await expect(page.locator(selector)).toHaveAttribute("href", href);
  }
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex, nofollow");
});

test("what the browser draws around the page has the page's ground, in both themes", async ({ page, context }) => {
  const ground = () =>
    page.evaluate(() => {
      const wanted = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
      const meta = [...wanted].find(({ media }) => media === "" || matchMedia(media).matches);
      const pixel = (color: string) => {
        const canvas = document.createElement("canvas").getContext("2d", { colorSpace: "srgb" });
        if (canvas === null) throw new Error("no canvas");
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      };
      return { told: pixel(meta?.content ?? "red"), drawn: pixel(getComputedStyle(document.body).backgroundColor) };
    });
  for (const [theme, scheme] of [
    ["system", "light"],
    ["system", "dark"],
    ["dark", "light"],
    ["light", "dark"],
  ] as const) {
    await context.addCookies([{ name: "hiraku-view", value: `theme=${theme}`, url: webUrl }]);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto("/");
    const { told, drawn } = await ground();
    expect(told, `${theme} in ${scheme}`).toEqual(drawn);
  }
});
