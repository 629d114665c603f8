/** bench: the issuer lookup over 4,000 issuers, beside a page that has all of them: time a key, requests asked. */
import type { Page } from "playwright";
import { routes } from "../lib/routes.ts";
import { inBrowser } from "./web/browser.ts";
import { issuerCount, issuerPrefix, madeIssuers } from "./web/catalog.ts";
import { benchData } from "./web/data.ts";
import { atMost, inRounds, quantile, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { untilQuiet } from "./web/page-watch.ts";
import { bundled, htmlPage, servePeers } from "./web/peers.ts";
import { picture } from "./web/picture.ts";
import { type Session, signIn, startApp } from "./web/running-app.ts";

/** Typed texts, key by key: issuers from all over the list. */
const questions = [17, 456, 1_999, 2_750, 3_333, 3_998].map((number) => `${issuerPrefix}第${number}`);

const app = await startApp(await benchData());
const session = await signIn(app);
const peers = await servePeers({
  "/index.html": htmlPage(`<div id="root"></div><script src="/app.js"></script>`),
  "/app.js": await bundled("naive-typeahead.tsx"),
  "/issuers.json": JSON.stringify(madeIssuers),
});
const figures = await inRounds("typeahead", {
  ours: () => typeAll(`${app.url}${routes.account()}`, session),
  naive: () => typeAll(`${peers.url}/`, undefined),
});
peers.stop();
await app.stop();

console.log(`${issuerCount} issuers, ${questions.join("").length} keys a sample`);
reportWithoutGoal("a key once warm, median ms", figures("ours", "middle"));
atMost("a key once warm, p95 ms", figures("ours", "high"), 50);
reportWithoutGoal("the same where all issuers are in the page", figures("naive", "high"));
atMost("requests for what was typed before", figures("ours", "requests"), 0);
reportWithoutGoal("requests while it was typed first", figures("ours", "learning"));

async function typeAll(url: string, state: Session | undefined): Promise<Sample> {
  return inBrowser(state === undefined ? {} : { storageState: state }, async ({ page }) => {
    let requests = 0;
    page.on("request", (request) => (requests += request.url().includes("/v1/issuers/search") ? 1 : 0));
    await page.goto(url);
    await page.locator(state === undefined ? "[data-ready]" : "form[role=search]").waitFor();
    await untilQuiet(page);
    for (const question of questions) await type(page, question, 250);
    const learning = requests;
    requests = 0;
    const times: number[] = [];
    for (const question of questions) times.push(...(await type(page, question, 0)));
    await picture(page, `typeahead-${state === undefined ? "naive" : "ours"}`);
    // A request is sent only after a pause in typing.
    await page.waitForTimeout(500);
    return { middle: quantile(times, 0.5), high: quantile(times, 0.95), requests, learning };
  });
}

/** Milliseconds of each key: from its event to the frame in which the list shows the answers. */
async function type(page: Page, question: string, restMs: number): Promise<number[]> {
  const field = page.getByRole("combobox").first();
  await field.fill("");
  await field.focus();
  const times: number[] = [];
  for (let length = 1; length <= question.length; length++) {
    await page.evaluate(
      (typed) => {
        const test = () =>
          document.querySelector<HTMLInputElement>("[role=combobox]")?.value === typed &&
          [...document.querySelectorAll("[role=option]")].some((each) => each.textContent.includes(typed));
        Reflect.set(window, "answered", window.watch.until(test));
      },
      question.slice(0, length),
    );
    await page.keyboard.insertText(question.slice(length - 1, length));
    times.push(Number(await page.evaluate("window.answered.then((at) => at - watch.lastInput)")));
    if (restMs > 0) await page.waitForTimeout(restMs);
  }
  return times;
}
