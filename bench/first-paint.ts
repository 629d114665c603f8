/** bench: a page opened by its address: its first paint and its first answered click, beside a bare page of the same Next. */
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../e2e/market.ts";
import { startBarePage } from "./web/bare-page.ts";
import { inBrowser } from "./web/browser.ts";
import { benchData } from "./web/data.ts";
import { inRounds, ratioAtMost, type Sample } from "./web/figures.ts";
import { type Session, signIn, startApp } from "./web/running-app.ts";

const goals = { painted: 1.3, answered: 1.5 } as const;

const bare = await startBarePage();
const app = await startApp(await benchData());
const session = await signIn(app);
const api = await request.newContext({ baseURL: app.url, storageState: session });
const pages = pagesOf(await findMarket(api));
await api.dispose();

const ours = (name: string) => () => opened(app.url + (pages[name] ?? ""), session);
const figures = await inRounds("first-paint", {
  bare: () => opened(bare.url),
  desk: ours("desk"),
  issuer: ours("issuer"),
  document: ours("document"),
  section: ours("section"),
});
bare.stop();
await app.stop();

for (const name of ["desk", "issuer", "document", "section"] as const) {
  for (const [figure, goal] of Object.entries(goals)) {
    ratioAtMost(`${name}, ${figure} after ms`, figures(name, figure), figures("bare", figure), goal);
  }
}

function opened(url: string, storageState?: Session): Promise<Sample> {
  return inBrowser(storageState === undefined ? {} : { storageState }, async ({ page, context }) => {
    await context.addInitScript(clickUntilAnswered);
    await page.goto(url, { waitUntil: "load" });
    const answered = page.locator("html[data-answered-ms]");
    await answered.waitFor({ state: "attached" });
    const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    return {
      painted: painted ?? Number.NaN,
      answered: Number(await answered.getAttribute("data-answered-ms")),
    };
  });
}

/**
 * Runs in the page: presses its first button that opens something (of the bare page, its only one) in every frame until
 * the page answers, which changes the button. After that it presses no more.
 */
function clickUntilAnswered(): void {
  let watched: Element | undefined;
  let isAnswered = false;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    isAnswered = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        document.documentElement.dataset["answeredMs"] = String(performance.now());
      }, 0),
    );
  });
  const press = () => {
    if (isAnswered) return;
    const button = document.querySelector("header button[aria-haspopup=dialog], main > button");
    if (watched === undefined && button !== null) {
      watched = button;
      observer.observe(button, { attributes: true, characterData: true, childList: true, subtree: true });
    }
    if (watched instanceof HTMLElement) watched.click();
    requestAnimationFrame(press);
  };
  requestAnimationFrame(press);
}
