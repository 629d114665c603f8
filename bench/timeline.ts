/** bench: an issuer with 5,000 documents, in the app beside a naive React page: first paint and filtering. */
import type { Page } from "playwright";
import { routes } from "../lib/routes.ts";
import { inBrowser } from "./web/browser.ts";
import { madeTimeline, timelineCode, timelineDocuments } from "./web/catalog.ts";
import { benchData } from "./web/data.ts";
import { atMost, inRounds, ratioAtMost, type Sample } from "./web/figures.ts";
import { slowestInput, untilQuiet } from "./web/page-watch.ts";
import { bundled, htmlPage, servePeers } from "./web/peers.ts";
import { picture } from "./web/picture.ts";
import { type Session, signIn, startApp } from "./web/running-app.ts";

const app = await startApp(await benchData());
const session = await signIn(app);
const style = `body { margin: 0; font: 14px/1.5 sans-serif; } .issuer { display: grid; grid-template-columns: 240px 1fr; }
  form { position: sticky; top: 0; height: 100vh; } label { display: block; }
  article { display: grid; grid-template-columns: 110px 130px 1fr 80px 80px; padding: 6px; border-bottom: 1px solid #ddd; }
  .two > * { display: block; }`;
const peers = await servePeers({
  "/index.html": htmlPage(`<div id="root"></div><script src="/app.js"></script>`, style),
  "/app.js": await bundled("naive-timeline.tsx"),
  "/timeline.json": JSON.stringify(madeTimeline),
});

const figures = await inRounds("timeline", { ours, naive });
peers.stop();
await app.stop();

ratioAtMost("first paint of the timeline, ms: naive React", figures("ours", "paint"), figures("naive", "paint"), 0.15);
ratioAtMost("slowest filter, INP, ms: naive React", figures("ours", "inp"), figures("naive", "inp"), 0.05);
atMost("5,000 rows loaded, ms, ours", figures("ours", "loaded"), 3_000);
atMost("longest task while they load, ms, ours", figures("ours", "longest"), 50);

function ours(): Promise<Sample> {
  return openAndFilter(`${app.url}${routes.issuer(timelineCode)}`, session, async (page) => {
    const more = page.locator("[data-loaded-to] button");
    // Each press brings several pages of the list.
    const began = performance.now();
    while (await more.isVisible()) {
      await page.evaluate(() => document.querySelector<HTMLButtonElement>("[data-loaded-to] button:enabled")?.click());
      await page.waitForTimeout(10);
    }
    return performance.now() - began;
  });
}

function naive(): Promise<Sample> {
  return openAndFilter(`${peers.url}/`, undefined, async (page) => {
    await page.locator(`[data-rows="${timelineDocuments}"]`).waitFor();
    return 0;
  });
}

async function openAndFilter(
  url: string,
  state: Session | undefined,
  loadAll: (page: Page) => Promise<number>,
): Promise<Sample> {
  return inBrowser(state === undefined ? {} : { storageState: state }, async ({ page, context }) => {
    await context.addInitScript(
      `window.first = watch.untilFirst(() => document.querySelector("[data-row] a")?.closest("[hidden]") === null)`,
    );
    await page.goto(url, { waitUntil: "commit" });
    const paint = Number(await page.evaluate("window.first"));
    await page.evaluate(() => (window.watch.longTasks.length = 0));
    const loaded = await loadAll(page);
    const longest = await page.evaluate(() => Math.max(0, ...window.watch.longTasks.map(({ ms }) => ms)));
    await untilQuiet(page);
    await page.evaluate(() => (window.watch.inputs.length = 0));
    const boxes = page.locator("form input[type=checkbox]");
    for (const at of [0, 0, 1, 1, 2]) {
      await boxes.nth(at).click();
      await untilQuiet(page, 400);
    }
    const inp = await slowestInput(page);
    await picture(page, `timeline-${state === undefined ? "naive" : "ours"}`);
    return { paint, loaded, longest, inp };
  });
}
