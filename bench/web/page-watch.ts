import type { Page } from "playwright";

/** Records events of a page for a measurement. Runs in the browser before any script of the page. */
interface Watch {
  readonly longTasks: { readonly at: number; readonly ms: number }[];
  readonly inputs: { readonly ms: number; readonly name: string; readonly interaction: number }[];
  lastInput: number;
  /** The time at which the condition held and its result was painted. */
  until(test: () => boolean | Promise<boolean>): Promise<number>;
  /** For what the first paint shows. No frame is asked for until then: a browser would lay out without styles. */
  untilFirst(test: () => boolean | Promise<boolean>): Promise<number>;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

export function watchPage(): void {
  const firstPaint = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
    }).observe({ type: "paint", buffered: true });
  });
  const watch: Watch = {
    longTasks: [],
    inputs: [],
    lastInput: 0,
    async until(test) {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (!(await test())) await frame();
      await frame();
      await new Promise((resolve) => setTimeout(resolve, 0));
      return performance.now();
    },
    async untilFirst(test) {
      let heldAt = Number.POSITIVE_INFINITY;
      const observer = new MutationObserver(() => {
        if (heldAt === Number.POSITIVE_INFINITY && test() === true) heldAt = performance.now();
      });
      observer.observe(document, { childList: true, subtree: true });
      const paintedAt = await firstPaint;
      observer.disconnect();
      return heldAt <= paintedAt ? paintedAt : watch.until(test);
    },
  };
  window.watch = watch;
  const observe = (type: string, each: (entry: PerformanceEntry) => void) => {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe(options);
  };
  observe("longtask", ({ startTime, duration }) => watch.longTasks.push({ at: startTime, ms: duration }));
  observe("event", (entry) => {
    const interaction = "interactionId" in entry ? Number(entry.interactionId) : 0;
    if (interaction > 0) watch.inputs.push({ ms: entry.duration, name: entry.name, interaction });
  });
  for (const name of ["keydown", "click", "beforeinput"]) {
    addEventListener(name, (event) => (watch.lastInput = event.timeStamp), { capture: true });
  }
}

/** Resolves once nothing has blocked the page and nothing was loaded for this long. */
export async function untilQuiet(page: Page, quietMs = 1_000): Promise<void> {
  await page.evaluate(async (wait) => {
    const last = () =>
      Math.max(
        ...window.watch.longTasks.map(({ at, ms }) => at + ms),
        ...performance.getEntriesByType("resource").map((each) => each.startTime + each.duration),
        0,
      );
    do await new Promise((resolve) => setTimeout(resolve, 100));
    while (performance.now() - last() < wait);
  }, quietMs);
}

/**
 * How long tasks blocked the page beyond 50 ms each, from its beginning: a page that paints nothing before all of its
 * work is done has blocked its reader all the same.
 */
export function blocking(page: Page): Promise<number> {
  return page.evaluate(() => window.watch.longTasks.reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0));
}

/** The slowest interaction so far, to the frame that answered it; below 16 ms none is told. */
export async function slowestInput(page: Page): Promise<number> {
  await page.waitForTimeout(200);
  return page.evaluate(() => Math.max(8, ...window.watch.inputs.map(({ ms }) => ms)));
}
