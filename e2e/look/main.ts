/**
 * Pictures of every view, and what differs between two sets of them. With the app built:
 *
 *   node e2e/look/main.ts take before
 *   node e2e/look/main.ts take after [--only desk,ledger] [--looks en-light-1440,ja-dark-390]
 *   node e2e/look/main.ts compare before after
 *   node e2e/look/main.ts weigh before
 *
 * All of it is kept in .cache/look; the market too, so that later sets show the same ids, prices and keys.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright";
import { launch } from "../../bench/web/browser.ts";
import { compareFolders } from "./compare.ts";
import { marketIn, programsOn } from "./market.ts";
import { type Subject, subjectsOf, variants } from "./pictures.ts";
import { measurePageWeight } from "./weigh.ts";

const folder = path.resolve(import.meta.dirname, "../../.cache/look");
const base = path.join(folder, "market");
const port = Number(process.env["HIRAKU_LOOK_PORT"] ?? 3630);
const nowMs = Date.parse("2026-06-19T05:30:00Z");
const workers = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, looks: { type: "string" } },
});
const [command, first = "before", second = "after"] = positionals;

if (command === "take") await onMarket((browser, webUrl, cookie, subjects) => take(browser, webUrl, cookie, subjects));
else if (command === "weigh") {
  await onMarket(async (browser, webUrl, cookie, subjects) => {
    const weights: Record<string, Record<string, number>> = {};
    for (const subject of chosen(subjects, values.only)) {
      if (subject.act !== undefined) continue;
      const page = await openPage(browser, webUrl, subject.signedOut === true ? "" : cookie);
      weights[subject.name] = await measurePageWeight(page, subject.address);
      await page.context().close();
    }
    writeFileSync(path.join(folder, `${first}.weights.json`), `${JSON.stringify(weights, undefined, 1)}\n`);
    console.table(weights);
  });
} else if (command === "compare") await compare();
else throw new Error("take, weigh or compare");

async function onMarket(
  work: (browser: Browser, webUrl: string, cookie: string, subjects: readonly Subject[]) => Promise<void>,
): Promise<void> {
  process.env["NODE_OPTIONS"] = `--import=file://${path.join(import.meta.dirname, "fixed-clock.mjs")}`;
  const browser = await launch(["--font-render-hinting=none"]);
  const run = path.join(folder, "run");
  try {
    mkdirSync(folder, { recursive: true });
    const market = await marketIn(base, port, (webUrl, cookie) => openPage(browser, webUrl, cookie));
    rmSync(run, { recursive: true, force: true });
    cpSync(base, run, { recursive: true });
    const programs = await programsOn(run, port);
    try {
      await programs.startService();
      await programs.startWeb();
      await work(browser, programs.webUrl, await programs.signIn(), subjectsOf(market));
    } finally {
      await programs.stop();
    }
  } finally {
    await browser.close();
    rmSync(run, { recursive: true, force: true });
  }
}

async function take(browser: Browser, webUrl: string, cookie: string, subjects: readonly Subject[]): Promise<void> {
  const out = path.join(folder, first);
  mkdirSync(out, { recursive: true });
  const wanted = chosen(variants, values.looks).flatMap((look) =>
    chosen(subjects, values.only).map((subject) => ({ look, subject })),
  );
  const total = wanted.length;
  let missed = 0;
  const worker = async () => {
    for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
      const { look, subject } = next;
      const page = await openPage(browser, webUrl, subject.signedOut === true ? "" : cookie);
      await page.setViewportSize({ width: look.width, height: look.width > 900 ? 1400 : 844 });
      await page.emulateMedia({ colorScheme: look.theme, reducedMotion: "reduce" });
      await page
        .context()
        .addCookies([{ name: "hiraku-view", value: `locale=${look.locale}&theme=system`, url: webUrl }]);
      try {
        await page.goto(subject.address);
        await settle(page);
        if (subject.act !== undefined) {
          await subject.act(page);
          await settle(page);
        }
        if (look.paper === true) await page.emulateMedia({ media: "print" });
        await page.screenshot({
          path: path.join(out, `${subject.name}.${look.name}.png`),
          fullPage: true,
          animations: "disabled",
          caret: "hide",
        });
      } catch (error) {
        missed++;
        process.stderr.write(`${subject.name}.${look.name}: ${String(error).split("\n")[0]}\n`);
      }
      await page.context().close();
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  process.stdout.write(`${total - missed} of ${total} views taken into ${out}\n`);
  if (missed > 0) process.exitCode = 1;
}

async function openPage(browser: Browser, webUrl: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: webUrl, locale: "en-GB", timezoneId: "Asia/Tokyo" });
  await context.clock.setFixedTime(nowMs);
  const cookies = cookie.split("; ").filter((each) => each.includes("="));
  await context.addCookies(
    cookies.map((each) => ({
      name: each.slice(0, each.indexOf("=")),
      value: each.slice(each.indexOf("=") + 1),
      url: webUrl,
    })),
  );
  return context.newPage();
}

/** Nothing is on its way any more, every picture and font has come, and what came is drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    // A picture of the whole page shows also what is far away.
    const drawn = new CSSStyleSheet();
    drawn.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets = [drawn];
    // What is another thing each time: how fast the service answered, the ids of sessions and requests.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const data = text.nodeValue ?? "";
      const told = data
        .replace(/ses_[0-9a-f]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "0")
        .replace(/\d+(?= ?(ms|ミリ秒))/g, "1");
      if (told !== data) text.nodeValue = told;
    }
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
  });
}

function chosen<T extends { readonly name: string }>(all: readonly T[], names: string | undefined): readonly T[] {
  if (names === undefined) return all;
  const wanted = names.split(",");
  const unknown = wanted.filter((name) => !all.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}`);
  return all.filter((each) => wanted.includes(each.name));
}

async function compare(): Promise<void> {
  const differences = path.join(folder, "differences");
  for (const name of [first, second]) {
    if (!existsSync(path.join(folder, name))) throw new Error(`no pictures are in ${path.join(folder, name)}`);
  }
  const { same, differing } = await compareFolders(path.join(folder, first), path.join(folder, second), differences);
  for (const { name, pixels, why } of differing) process.stdout.write(`${name}: ${pixels} pixels ${why}\n`);
  process.stdout.write(`${same.length} views are the same, ${differing.length} differ: ${differences}\n`);
  if (differing.length > 0) process.exitCode = 1;
}
