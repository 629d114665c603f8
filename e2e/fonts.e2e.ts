import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { findMarket, pagesOf } from "./market.ts";
import { webUrl } from "./ports.ts";

/** What a reader sees on a machine with and on one without a Japanese font, and what the machine fetches for it. */

const root = path.resolve(import.meta.dirname, "..");
const latinFonts = path.join(root, "node_modules/pdfjs-dist/standard_fonts");
const japaneseFont = path.join(root, "node_modules/@expo-google-fonts/noto-sans-jp/400Regular");
const shiftMax = 0.02;

/** A configuration under which these folders hold all fonts of the machine. */
function fontsOf(...folders: readonly string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-fonts-"));
  mkdirSync(path.join(folder, "cache"));
  const folderLines = folders.map((each) => `<dir>${each}</dir>`).join("");
  const file = path.join(folder, "fonts.conf");
  writeFileSync(file, `<fontconfig>${folderLines}<cachedir>${folder}/cache</cachedir></fontconfig>`);
  return file;
}

interface Drawn {
  readonly slices: readonly string[];
  readonly loaded: number;
  readonly shift: number;
  /** Fonts that draw the page, by what they are called and whether they came over the network. */
  readonly fonts: readonly { readonly familyName: string; readonly isCustomFont: boolean }[];
}

/** Only here can a browser be given other fonts than the machine's. */
if (process.platform === "linux") {
  test.describe("Japanese", () => {
    test.describe.configure({ mode: "serial" });

    async function withFonts(
      fontconfig: string,
      start: (env: Record<string, string>) => Promise<Browser>,
      look: (browser: Browser) => Promise<void>,
    ): Promise<void> {
      const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const browser = await start({ ...Object.fromEntries(env), FONTCONFIG_FILE: fontconfig });
      await look(browser).finally(() => browser.close());
    }

    async function openPage(browser: Browser, storageState: string): Promise<Page> {
      const context = await browser.newContext({
        baseURL: webUrl,
        storageState,
        viewport: { width: 1440, height: 900 },
      });
      // The session is of the tests' machine, whose fonts are others.
      await context.clearCookies({ name: "hiraku-fonts" });
      await context.addCookies([{ name: "hiraku-view", value: "locale=ja&theme=light", url: webUrl }]);
      return context.newPage();
    }

    async function draw(page: Page, address: string): Promise<Drawn> {
      const slices: string[] = [];
      page.on("response", (response) => {
        const { origin, pathname } = new URL(response.url());
        if (!pathname.startsWith("/fonts/")) return;
        expect(origin).toBe(new URL(webUrl).origin);
        expect(response.status(), pathname).toBeLessThan(400);
        if (!pathname.endsWith(".woff2")) return;
        expect(response.headers()["cache-control"], pathname).toBe("public, max-age=31536000, immutable");
        slices.push(pathname);
      });
      await page.addInitScript(() => {
        Object.assign(window, { shifted: 0 });
        new PerformanceObserver((list) => {
          const sum = list.getEntries().reduce((total, each) => total + Number(Reflect.get(each, "value")), 0);
          Object.assign(window, { shifted: Number(Reflect.get(window, "shifted")) + sum });
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const { loaded, shift } = await page.evaluate(() => ({
        loaded: [...document.fonts].filter(({ family, status }) => family.includes("JP Web") && status === "loaded")
          .length,
        shift: Number(Reflect.get(window, "shifted")),
      }));
      const session = await page.context().newCDPSession(page);
      await session.send("DOM.enable");
      await session.send("CSS.enable");
      const { root: tree } = await session.send("DOM.getDocument");
      const found = await session.send("DOM.querySelectorAll", { nodeId: tree.nodeId, selector: "nav a, h1, h2" });
      const fonts = await Promise.all(
        found.nodeIds.map((nodeId) => session.send("CSS.getPlatformFontsForNode", { nodeId })),
      );
      return { slices, loaded, shift, fonts: fonts.flatMap((each) => each.fonts) };
    }

    test("a machine without a Japanese font reads every page in fetched slices, and nothing moves", async ({
      playwright,
      request,
      storageState,
    }, { project }) => {
      test.setTimeout(180_000);
      const addresses = pagesOf(await findMarket(request));
      const start = (env: Record<string, string>) => playwright.chromium.launch({ ...project.use.launchOptions, env });
      const weights: Record<string, number> = {};
      await withFonts(fontsOf(latinFonts), start, async (browser) => {
        for (const name of ["desk", "document", "section", "search", "account"]) {
          const page = await openPage(browser, storageState as string);
          const { slices, loaded, shift, fonts } = await draw(page, addresses[name] ?? "/");
          weights[name] = slices.length;
          expect(slices.length, name).toBeGreaterThan(5);
          expect(new Set(slices).size, `${name}: no slice twice`).toBe(slices.length);
          expect(slices.length, `${name}: far from all slices`).toBeLessThan(120);
          expect(loaded, name).toBe(slices.length);
          expect(shift, `${name}: layout shift`).toBeLessThanOrEqual(shiftMax);
          const families = new Set(fonts.filter((each) => each.isCustomFont).map((each) => each.familyName));
          expect([...families].join(), name).toMatch(/Noto Sans JP/);
          expect([...families].join(), name).not.toMatch(/Blank/);
          await page.context().close();
        }
      });
      process.stdout.write(`slices fetched without a Japanese font: ${JSON.stringify(weights)}\n`);
    });

    test("a machine with one of the stack's fonts fetches none", async ({ playwright, request, storageState }, {
      project,
    }) => {
      const addresses = pagesOf(await findMarket(request));
      const start = (env: Record<string, string>) => playwright.chromium.launch({ ...project.use.launchOptions, env });
      await withFonts(fontsOf(latinFonts, japaneseFont), start, async (browser) => {
        for (const name of ["desk", "section"]) {
          const page = await openPage(browser, storageState as string);
          const asked: string[] = [];
          page.on("request", (each) => asked.push(new URL(each.url()).pathname));
          const { fonts, shift } = await draw(page, addresses[name] ?? "/");
          expect(
            asked.filter((each) => each.startsWith("/fonts/")),
            name,
          ).toEqual([]);
          expect(shift, name).toBeLessThanOrEqual(shiftMax);
          const own = fonts.filter((each) => !each.isCustomFont).map((each) => each.familyName);
          expect(own.join(), name).toMatch(/Noto Sans JP/);
          await page.context().close();
        }
      });
    });

    test("slices that don't come leave no blank behind", async ({ playwright, storageState }, { project }) => {
      const start = (env: Record<string, string>) => playwright.chromium.launch({ ...project.use.launchOptions, env });
      await withFonts(fontsOf(latinFonts), start, async (browser) => {
        const page = await openPage(browser, storageState as string);
        await page.route("**/*.woff2", (route) =>
          route.request().url().includes("/fonts/") ? route.abort() : route.continue(),
        );
        await page.goto("/");
        await expect
          .poll(() => page.evaluate(() => [...document.fonts].filter(({ family }) => family === "Blank JP").length))
          .toBe(0);
      });
    });
  });
}
