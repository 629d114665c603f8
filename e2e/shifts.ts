import type { Page } from "@playwright/test";

/** Layout shifts as measured by the browser: while loading, and while the page is used. */
export const shiftMax = 0.02;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** The DOM's types don't include this entry. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    hirakuShifts: Shift[];
  }
}

/** Counts every shift, also those that follow an input: a panel that opens may not push what is being read. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.hirakuShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.textContent ?? ""),
        );
        window.hirakuShifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** All requests are finished and their results are drawn, so that no further shift can follow. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

export async function takeFaults(page: Page, when: string, most = shiftMax): Promise<string[]> {
  const shifts = await page.evaluate(() => window.hirakuShifts.splice(0));
  const sum = shifts.reduce((total, each) => total + each.value, 0);
  return sum > most ? [`${when}: ${sum.toFixed(3)} ${JSON.stringify(shifts)}`] : [];
}
