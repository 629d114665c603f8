import type { Browser, BrowserContext, Page } from "@playwright/test";
import { routes } from "../../lib/routes.ts";
import type { Scene, Step } from "./scene.ts";
import { Fault } from "./tab.ts";

/** A few steps in a real browser, where errors of the app's own scripts are seen. */
export function browserSteps(browser: Browser): readonly Step[] {
  const inBrowser = (name: string, work: Work): Step => ({
    name,
    weight: 1,
    run: (scene) => inContext(browser, scene, work),
  });
  return [
    inBrowser("browse", browse),
    inBrowser("click to buy", clickToBuy),
    inBrowser("click in two tabs", clickInTwoTabs),
    inBrowser("click to sign out", clickToSignOut),
  ];
}

type Work = (scene: Scene, context: BrowserContext) => Promise<void>;

/** A section costs at most so much. */
const sectionCreditsMax = 8;

async function inContext(browser: Browser, scene: Scene, work: Work): Promise<void> {
  const nobody = { storageState: { cookies: [], origins: [] } };
  const context = await browser.newContext({ baseURL: scene.webUrl, locale: "en-GB", ...nobody });
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(error.error().message));
  context.on("console", (message) => {
    // A page about something that isn't there answers 404, and the browser says so by itself.
    const text = message.text();
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(text)) faults.push(text);
  });
  try {
    await context.addCookies(cookiesOf(scene.webUrl, scene.owner.cookies[0]));
    await work(scene, context);
    for (const page of context.pages()) {
      if ((await page.getByRole("heading", { name: "This page failed" }).count()) > 0)
        faults.push(`an error page at ${page.url()}`);
    }
  } catch (error) {
    throw new Fault(`in a browser: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    await context.close();
  }
  if (faults.length > 0) throw new Fault(`in a browser: ${faults.join("; ")}`);
}

function cookiesOf(url: string, header: string) {
  return header.split("; ").map((each) => {
    const at = each.indexOf("=");
    return { name: each.slice(0, at), value: each.slice(at + 1), url };
  });
}

/** There and back again, over links. */
async function browse({ document }: Scene, context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(routes.document(document.id));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Library" }).click();
  await page.waitForURL(/\/library/);
  await page.goBack();
  await page.waitForURL(/\/documents\//);
  await page.goForward();
  await page.waitForURL(/\/library/);
  await page.reload();
}

async function clickToBuy(scene: Scene, context: BrowserContext): Promise<void> {
  const page = await openSection(scene, context);
  if (page === undefined) return;
  scene.may(sectionCreditsMax);
  await buyByClick(page);
  await page.reload();
}

/** Opened before either is clicked, so that both show a price. */
async function clickInTwoTabs(scene: Scene, context: BrowserContext): Promise<void> {
  const pages = [await openSection(scene, context), await openSection(scene, context)];
  scene.may(sectionCreditsMax);
  await Promise.all(pages.flatMap((page) => (page === undefined ? [] : buyByClick(page))));
}

async function openSection({ document }: Scene, context: BrowserContext): Promise<Page | undefined> {
  const section = document.sections.at(-1);
  if (section === undefined) return undefined;
  const page = await context.newPage();
  await page.goto(routes.section(document.id, section.id));
  return page;
}

/** The first price of the page, which is its section's; confirmed where a dialog asks. */
async function buyByClick(page: Page): Promise<void> {
  const text = page.locator("[data-filled] :is(p, td)").first();
  const price = page.getByRole("main").locator(".buy:visible").first();
  await price.or(text).first().waitFor();
  if (await text.isVisible()) return;
  await price.click();
  const dialog = page.getByRole("dialog").locator("button[data-paid]");
  await dialog.or(text).first().waitFor();
  if (await dialog.isVisible()) await dialog.click();
  await text.waitFor();
}

async function clickToSignOut({ owner, webUrl, signInAgain }: Scene, context: BrowserContext): Promise<void> {
  await signInAgain();
  await context.clearCookies();
  await context.addCookies(cookiesOf(webUrl, owner.cookies[1]));
  const [here, there] = [await context.newPage(), await context.newPage()];
  await there.goto(routes.library());
  await here.goto(routes.account());
  await here.getByRole("button", { name: "Sign out", exact: true }).click();
  await here.waitForURL(/\/sign-in/);
  await there.reload();
  await there.waitForURL(/\/sign-in/);
  await signInAgain();
}
