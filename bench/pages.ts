/** bench: a page opened by its address: its paints, its first answered click and its processor time, beside the build before. */
import { existsSync } from "node:fs";
import path from "node:path";
import { inBrowser } from "./web/browser.ts";
import { type Build, startBuild } from "./web/data.ts";
import { inRounds, median, quick, ratioAtMost, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { cpuMsOf } from "./web/running-app.ts";

const pages = ["desk", "issuer", "document", "section", "search"] as const;
const requestsARound = quick ? 20 : 60;
/** Within a share of the build before, or within so many milliseconds, whichever is more. */
const goals = { painted: 50, largest: 50, answered: 50, cpu: 5 } as const;
const share = 1.15;

const checkout = process.env["HIRAKU_BENCH_BEFORE"];
if (checkout !== undefined && !existsSync(path.join(checkout, "scripts", "start.mjs")))
  throw new Error(`${checkout} is no checkout`);
const now = await startBuild();
const before = checkout === undefined ? undefined : await startBuild(path.resolve(checkout));
// Both run at the same time and are measured in the same rounds: only what differs between them counts.
const found = await inRounds(
  "pages",
  Object.fromEntries(
    pages.flatMap((page) => [
      [page, () => measured(now, page)],
      ...(before === undefined ? [] : [[`${page} before`, () => measured(before, page)] as const]),
    ]),
  ),
);
await now.stop();
await before?.stop();

for (const page of pages) {
  for (const [figure, ms] of Object.entries(goals)) {
    const name = `${page}, ${figure === "cpu" ? "processor ms a page" : `${figure} after ms`}`;
    if (before === undefined) reportWithoutGoal(name, found(page, figure));
    else {
      const was = found(`${page} before`, figure);
      ratioAtMost(name, found(page, figure), was, Math.max(share, (median(was) + ms) / median(was)));
    }
  }
}

async function measured(build: Build, page: string): Promise<Sample> {
  const opened = await inBrowser({ storageState: build.session }, async ({ page: tab, context }) => {
    await context.addInitScript(clickUntilAnswered);
    await tab.goto(build.address(page), { waitUntil: "load" });
    const answered = tab.locator("html[data-answered-ms]");
    await answered.waitFor({ state: "attached" });
    const painted = await tab.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    const largest = await tab.evaluate(largestPaint);
    return {
      painted: painted ?? Number.NaN,
      largest,
      answered: Number(await answered.getAttribute("data-answered-ms")),
    };
  });
  return { ...opened, cpu: await costOf(build, page) };
}

/** As a browser that opens the address asks; the answer is read whole. */
async function costOf(build: Build, page: string): Promise<number> {
  const begun = cpuMsOf(build.webProcessId());
  for (let count = 0; count < requestsARound; count++) {
    const answer = await fetch(build.address(page), { headers: build.headers, redirect: "manual" });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
  }
  return (cpuMsOf(build.webProcessId()) - begun) / requestsARound;
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
