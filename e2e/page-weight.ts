import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/**
 * First-load JavaScript of each page, gzipped: React and Next's router are 128 kB of it, react-pdf comes only where a
 * PDF is open. All that is asked for until the page is idle is counted, while nobody points at or presses anything.
 */
const budgetsKb: Readonly<Record<string, number>> = {
  desk: 173,
  document: 183,
  pending: 183,
  "pages only": 183,
  amended: 183,
  documents: 187,
  pages: 177,
  news: 177,
  library: 171,
  account: 168,
  check: 170,
  ask: 180,
  basket: 174,
  programs: 167,
  search: 182,
  "search with a query": 198,
  issuer: 195,
  section: 190,
};
/** Of the other pages. */
const budgetKb = 182;
const scriptsMax = 14;

export interface ScriptWeight {
  /** Each script compressed by itself, as a proxy would. */
  readonly kb: number;
  readonly scripts: number;
}

export function isHeavy(name: string, { kb, scripts }: ScriptWeight): boolean {
  return kb > (budgetsKb[name] ?? budgetKb) || scripts > scriptsMax;
}

/** As long without another script asked for the page is taken to be idle: what comes after it waits for less. */
const quietMs = 1_000;

/** The scripts that a page opened in this tab asks for until it is idle; also those that the browser has already. */
export function watchScripts(page: Page): (address: string) => Promise<ScriptWeight> {
  /** The size of each script, which its name stands for: most pages share most of them. */
  const packed = new Map<string, Promise<number>>();
  const asked = new Set<string>();
  const note = (response: Response) => {
    // What the page before has asked for comes until then.
    if (response.request().isNavigationRequest()) asked.clear();
    if (response.request().resourceType() !== "script") return;
    const url = response.url();
    asked.add(url);
    // The browser forgets what it has loaded for a page that is left.
    const body = () => page.request.get(url).then((answer) => answer.body());
    if (!packed.has(url))
      packed.set(
        url,
        body().then((bytes) => gzipSync(bytes, { level: 9 }).length),
      );
  };
  return async (address) => {
    page.on("response", note);
    await page.goto(address);
    for (let known = -1; known !== asked.size; await page.waitForTimeout(quietMs)) known = asked.size;
    page.off("response", note);
    const counted = await Promise.all([...asked].map((url) => packed.get(url) ?? 0));
    return { kb: counted.reduce((sum, size) => sum + size, 0) / 1024, scripts: counted.length };
  };
}
