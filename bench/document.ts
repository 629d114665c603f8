/** bench: a long document that is owned, read in the app beside a naive React page: first paint, blocking, jumps. */
import type { Page } from "playwright";
import { routes } from "../lib/routes.ts";
import { inBrowser, picture } from "./web/browser.ts";
import { documentIds, type Size, sizes, startBuild } from "./web/data.ts";
import { atMost, inRounds, ratioAtMost, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { madeSections, sectionMarkdown } from "./web/made-text.ts";
import { blocking, slowestInput, untilQuiet } from "./web/page-watch.ts";
import { bundled, htmlPage, servePeers } from "./web/peers.ts";
import type { Session } from "./web/running-app.ts";

const app = await startBuild();
const sections = madeSections(sizes.reference);
const style = `body { margin: 0; font: 15px/1.9 sans-serif; }
  .read { display: grid; grid-template-columns: 300px 1fr; }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; } nav a { display: block; }
  article { max-width: 800px; } table { border-collapse: collapse; width: 100%; }
  td, th { border-bottom: 1px solid #ccc; padding: 4px 8px; } td:not(:first-child) { text-align: right; }`;
const peers = await servePeers({
  "/index.html": htmlPage(`<div id="root"></div><script src="/naive.js"></script>`, style),
  "/naive.js": await bundled("naive.tsx"),
  "/document.json": JSON.stringify(
    sections.map((section) => ({ title: section.title, markdown: sectionMarkdown(section) })),
  ),
});
/** Sections to jump to once the document has finished loading. */
const jumps = [45, 12, 57];

interface Reader {
  readonly url: string;
  readonly session?: Session;
  /** Selectors of a generated section's text and of its line in the contents. */
  readonly textOf: (at: number) => string;
  readonly tocOf: (at: number) => string;
}

const naive: Reader = {
  url: `${peers.url}/`,
  textOf: (at) => `#s${at}`,
  tocOf: (at) => `[data-toc="${at}"]`,
};
const readers = {
  small: await ourReader("small"),
  reference: await ourReader("reference"),
  large: await ourReader("large"),
};
const figures = await inRounds("document", {
  naive: () => open(naive, true),
  reference: () => open(readers.reference, true),
  small: () => open(readers.small, false),
  large: () => open(readers.large, false),
});
peers.stop();
await app.stop();

ratioAtMost("first paint of 1.1 MB, ms: naive React", figures("reference", "paint"), figures("naive", "paint"), 0.2);
ratioAtMost("first paint of 4 MB, ms: one of 0.3 MB", figures("large", "paint"), figures("small", "paint"), 1.1);
ratioAtMost(
  "blocked from the beginning, ms: naive React",
  figures("reference", "blocked"),
  figures("naive", "blocked"),
  0.2,
);
atMost("jump by the contents, ms", figures("reference", "jump"), 110);
reportWithoutGoal("the same in naive React", figures("naive", "jump"));
atMost("slowest interaction, ms", figures("reference", "inp"), 100);
reportWithoutGoal("the same in naive React", figures("naive", "inp"));
reportWithoutGoal("every section is there after, ms", figures("reference", "filled"));

/** Ours, opened at its first section with figures. */
async function ourReader(size: Size): Promise<Reader> {
  const id = documentIds[size];
  const leaves = await app.sections(id);
  const idAt = (at: number) => leaves[at] ?? "";
  return {
    url: app.url + routes.section(id, idAt(0)),
    session: app.session,
    textOf: (at) => `.flow > [data-section="${idAt(at)}"][data-filled]`,
    tocOf: (at) => `nav.toc a[href$="${idAt(at)}"]`,
  };
}

async function open(reader: Reader, further: boolean): Promise<Sample> {
  return inBrowser(reader.session === undefined ? {} : { storageState: reader.session }, async ({ page, context }) => {
    const first = `window.first = watch.untilFirst(() => document.querySelector('${reader.textOf(0)} td') !== null)`;
    await context.addInitScript(first);
    await page.goto(reader.url, { waitUntil: "commit" });
    const paint = Number(await page.evaluate("window.first"));
    if (!further) return { paint };
    const last = reader.textOf(sections.length - 1);
    const filled = Number(await page.evaluate(`watch.until(() => document.querySelector('${last} td') !== null)`));
    await untilQuiet(page);
    const blocked = await blocking(page);
    const taken = [];
    for (const at of jumps) taken.push(await jump(page, reader, at));
    for (const key of ["PageDown", "PageDown", "Home"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await picture(page, `document-${reader === naive ? "naive" : "ours"}`);
    const inp = await slowestInput(page);
    return { paint, filled, blocked, jump: Math.max(...taken), inp };
  });
}

/** From the click to the section's beginning painted near the top. */
async function jump(page: Page, reader: Reader, at: number): Promise<number> {
  const line = page.locator(reader.tocOf(at)).first();
  await line.scrollIntoViewIfNeeded();
  await page.evaluate(`window.jumped = watch.until(() => {
    const top = document.querySelector('${reader.textOf(at)}')?.getBoundingClientRect().top ?? -1;
    return top >= -8 && top < innerHeight / 3;
  }); null`);
  await line.click();
  const taken = Number(await page.evaluate("window.jumped.then((at) => at - watch.lastInput)"));
  await page.waitForTimeout(500);
  return taken;
}
