/** bench: opening a document from a list: the app, which loads it while it is pointed at, beside itself without that. */
import type { BrowserContext, Page } from "playwright";
import { api, routes } from "../lib/routes.ts";
import { inBrowser } from "./web/browser.ts";
import { benchData } from "./web/data.ts";
import { atMost, inRounds, ratioAtMost, type Sample } from "./web/figures.ts";
import { signIn, startApp } from "./web/running-app.ts";

const app = await startApp(await benchData());
const session = await signIn(app);

/** As long as a hand takes between arriving at a link and pressing it. */
const handMs = 300;
const linksOpened = 6;

const figures = await inRounds("open", {
  pointed: () => openLinks(async () => undefined),
  without: () =>
    openLinks(async (context) => {
      await context.route(`**${api.loadAhead()}`, (route) => route.abort());
    }),
});
await app.stop();

atMost("from the press to the document's contents, ms", figures("pointed", "opened"), 100);
ratioAtMost("the same: the app without loading ahead", figures("pointed", "opened"), figures("without", "opened"), 0.7);

function openLinks(prepare: (context: BrowserContext) => Promise<void>): Promise<Sample> {
  return inBrowser({ storageState: session }, async ({ page, context }) => {
    await prepare(context);
    await page.goto(`${app.url}${routes.documents()}`);
    await page.waitForLoadState("networkidle");
    const times: number[] = [];
    for (let at = 0; at < linksOpened; at++) {
      times.push(await openLink(page, at));
      await page.goBack();
      await page.locator("[data-row] a").first().waitFor();
      await page.waitForLoadState("networkidle");
    }
    times.sort((a, b) => a - b);
    return { opened: times[Math.floor(times.length / 2)] ?? Number.NaN };
  });
}

/** Measured inside the page, from the press to the first frame that shows the document's own heading. */
async function openLink(page: Page, at: number): Promise<number> {
  const link = page.locator(`[data-row] > * > a[href^="/documents/"], [data-row] a[href^="/documents/"]`).nth(at);
  await link.hover();
  await page.waitForTimeout(handMs);
  const opened = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressedMs = 0;
        document.addEventListener("click", () => (pressedMs = performance.now()), { once: true, capture: true });
        const look = () => {
          if (pressedMs > 0 && document.querySelector("main .crumbs, main h1.h-filed") !== null) {
            requestAnimationFrame(() => resolve(performance.now() - pressedMs));
          } else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await link.click();
  return opened;
}
