import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Response } from "@playwright/test";
import { type Looking, watchLooking } from "./looking.ts";
import { watchForFaults } from "./market.ts";
import { type ScriptWeight, watchScripts } from "./page-weight.ts";
import { settle, takeFaults, watchShifts } from "./shifts.ts";
import { show, type View, views } from "./views.ts";

/** What was seen on a tour of pages: what is wrong, with its page, and the weight of each page. */
export interface Seen {
  readonly faults: string[];
  readonly moved: string[];
  readonly leaks: string[];
  readonly weights: Record<string, ScriptWeight>;
  readonly looking: Looking;
}

const full = process.env["HIRAKU_E2E"] === "full";
const pictures = process.env["HIRAKU_SCREENSHOTS"];

/**
 * Opens each page once and in one tab, since a tab of its own costs as much as the page itself. All that is asked of a
 * page is looked at in this visit; what changes the page comes last.
 */
export async function tour(
  page: Page,
  pages: Readonly<Record<string, string>>,
  opened: View,
  key: string,
): Promise<Seen> {
  const looking: Looking = { purchases: [], loadedAhead: [], priceless: [] };
  const seen: Seen = { faults: [], moved: [], leaks: [], weights: {}, looking };
  const messages = watchForFaults(page);
  const weigh = watchScripts(page);
  const lookForKey = watchForKey(page, key, seen.leaks);
  const look = watchLooking(page, looking);
  await watchShifts(page);
  for (const [index, [name, address]] of Object.entries(pages).entries()) {
    const wrong = (view: View, what: readonly string[]) =>
      seen.faults.push(...what.map((each) => `${name} (${view.name}): ${each}`));
    await show(page, page.context(), opened);
    seen.weights[name] = await weigh(address);
    await settle(page);
    seen.moved.push(...(await takeFaults(page, `${name}, loading`)));
    await page.mouse.move(opened.width / 2, 400);
    await page.mouse.wheel(0, 700);
    await settle(page);
    await page.mouse.wheel(0, -700);
    await settle(page);
    seen.moved.push(...(await takeFaults(page, `${name}, scrolling`)));
    await lookForKey(name);
    wrong(opened, await sidewaysOverflow(page, opened.width));
    // Over all pages every combination of language, theme and width occurs; the full run looks at all of them on each.
    for (const view of full ? views : views.filter((_, at) => at === index % views.length))
      if (view.locale === opened.locale) wrong(view, await faultsIn(page, name, view));
    wrong(opened, await sidewaysOverflow(page, 320));
    wrong(opened, messages.splice(0));
    await show(page, page.context(), opened);
    if (opened.width > 900) {
      await look();
      // What keys have opened is over then: its messages are not the next page's. An empty page has another process.
      await page.goto("/robots.txt");
      messages.length = 0;
    }
  }
  for (const address of ["/api/auth/session", "/sign-in"]) {
    await page.goto(address, { waitUntil: "networkidle" });
    await lookForKey(address);
  }
  return seen;
}

/** A page of which the language, the theme and the width are that view's without being loaded again. */
async function faultsIn(page: Page, name: string, view: View): Promise<string[]> {
  await page.setViewportSize({ width: view.width, height: 900 });
  await page.emulateMedia({ colorScheme: view.theme });
  await expect(page.locator("html"), name).toHaveAttribute("lang", view.locale);
  await expect(page.getByRole("heading").first(), name).toBeVisible();
  // The other mode opens a tab for each page and runs in frames of other origins, of which the app has none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  faults.push(...(await sidewaysOverflow(page, view.width)));
  const overlapping = await page.locator(".timeline-row").evaluateAll(overlaps);
  faults.push(...overlapping.map((row) => `a row's state over its length: ${row}`));
  const twice = /\b(\d+) \1 [a-z]/u.exec(await page.locator("body").innerText());
  if (twice !== null) faults.push(`a number twice in a row: ${twice[0]}`);
  if (pictures !== undefined) {
    const file = `${name.replaceAll(" ", "-")}.${view.name}.png`;
    await page.screenshot({ path: path.join(pictures, file), fullPage: true });
  }
  return faults;
}

async function sidewaysOverflow(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 0 });
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
  return scrolled > width ? [`${scrolled} pixels wide in a window of ${width}`] : [];
}

/** Rows whose last cell stands over the one before it, or is broken into letters. */
function overlaps(rows: readonly Element[]): string[] {
  return rows.flatMap((row) => {
    const cell = row.lastElementChild;
    const before = cell?.previousElementSibling?.getBoundingClientRect();
    if (!cell || before === undefined) return [];
    if (cell.clientHeight > 60) return [row.textContent ?? ""];
    if (before.width === 0) return [];
    return cell.getBoundingClientRect().left < before.right ? [row.textContent ?? ""] : [];
  });
}

/** Looks for a key in every answer, and whenever it is called in what the browser has stored. */
function watchForKey(page: Page, key: string, leaks: string[]): (name: string) => Promise<void> {
  const checks: Promise<void>[] = [];
  const built = new Set<string>();
  page.on("response", (response) => {
    // What is built is the same each time.
    if (built.has(response.url())) return;
    if (response.url().includes("/_next/static/")) built.add(response.url());
    checks.push(hasKey(response, key).then((has) => void (has && leaks.push(response.url()))));
  });
  return async (name) => {
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    if (stored.includes(key)) leaks.push(`storage of ${name}`);
    await Promise.all(checks.splice(0));
  };
}

async function hasKey(response: Response, key: string): Promise<boolean> {
  const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
  const body = await response.text().catch(() => "");
  return headers.includes(key) || body.includes(key);
}
