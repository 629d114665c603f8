/** bench: going back to a list that was opened by its address, until it is shown, beside opening it anew. */
import { chromium } from "playwright";
import { routes } from "../lib/routes.ts";
import { browserPath } from "./web/browser.ts";
import { benchData } from "./web/data.ts";
import { atMost, inRounds, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { signIn, startApp } from "./web/running-app.ts";

const app = await startApp(await benchData());
const session = await signIn(app);
const figures = await inRounds("back", { ours: goBack });
await app.stop();

atMost("shown again after going back, ms", figures("ours", "shown"), 100);
reportWithoutGoal("the same page opened anew, ms", figures("ours", "anew"));

/** Playwright switches the browser's memory of pages off, so the browser is launched without its switch. */
async function goBack(): Promise<Sample> {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const context = await browser.newContext({ baseURL: app.url, storageState: session });
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(routes.documents(), { waitUntil: "load" });
    const anew = performance.now() - began;
    await page.evaluate(() => {
      window.addEventListener("pageshow", ({ persisted }) => {
        const root = document.documentElement;
        const shownAt = performance.now();
        if (!persisted) return;
        const observer = new MutationObserver(() => {
          if (root.style.visibility === "") root.dataset["shownAfterMs"] = String(performance.now() - shownAt);
        });
        observer.observe(root, { attributes: true, attributeFilter: ["style"] });
      });
    });
    await page.goto(routes.search(), { waitUntil: "load" });
    await page.goBack({ waitUntil: "commit" });
    const shown = page.locator("html[data-shown-after-ms]");
    await shown.waitFor();
    return { anew, shown: Number(await shown.getAttribute("data-shown-after-ms")) };
  } finally {
    await browser.close();
  }
}
