/** bench: a page opened by its address: its first and largest paint and its first answered click, beside the build before. */
import { startBuilds, stopBuilds } from "./web/before.ts";
import { inBrowser } from "./web/browser.ts";
import { inRounds, noSlowerThan, type Sample } from "./web/figures.ts";
import type { Session } from "./web/running-app.ts";

const pages = ["desk", "issuer", "document", "section"] as const;
const figures = ["painted", "largest", "answered"] as const;

const { now, before } = await startBuilds();
const variants = Object.fromEntries(
  pages.flatMap((page) => [
    [page, () => opened(now.address(page), now.session)],
    ...(before === undefined ? [] : [[`${page} before`, () => opened(before.address(page), before.session)]]),
  ]),
);
const found = await inRounds("first-paint", variants);
await stopBuilds(now, before);

for (const page of pages) {
  for (const figure of figures) {
    noSlowerThan(
      `${page}, ${figure} after ms`,
      found(page, figure),
      before === undefined ? undefined : found(`${page} before`, figure),
      { share: 1.15, ms: 50 },
    );
  }
}

function opened(url: string, storageState: Session): Promise<Sample> {
  return inBrowser({ storageState }, async ({ page, context }) => {
    await context.addInitScript(clickUntilAnswered);
    await page.goto(url, { waitUntil: "load" });
    const answered = page.locator("html[data-answered-ms]");
    await answered.waitFor({ state: "attached" });
    const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    const largest = await page.evaluate(largestPaint);
    return {
      painted: painted ?? Number.NaN,
      largest,
      answered: Number(await answered.getAttribute("data-answered-ms")),
    };
  });
}

/** Runs in the page: presses its first button that opens something in every frame until the page answers. */
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
    const button = document.querySelector("header button[aria-haspopup=dialog]");
    if (watched === undefined && button !== null) {
      watched = button;
      observer.observe(button, { attributes: true, characterData: true, childList: true, subtree: true });
    }
    if (watched instanceof HTMLElement) watched.click();
    requestAnimationFrame(press);
  };
  requestAnimationFrame(press);
}

/** Runs in the page: the last of its largest paints so far. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}
