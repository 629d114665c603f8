/** bench: the page viewer beside pdf.js' viewer and OpenSeadragon: first page and jump to page 150. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { api, routes } from "../lib/routes.ts";
import { inBrowser, picture, slowLine } from "./web/browser.ts";
import { paperFile, paperId, paperPages, startBuild } from "./web/data.ts";
import { inRounds, ratioAtMost, type Sample } from "./web/figures.ts";
import { pdfjsFolder, peerFile, seadragonFolder, servePeers } from "./web/peers.ts";
import type { Session } from "./web/running-app.ts";

const target = 150;
const app = await startBuild();
const peers = await servePeers({
  "/pdf.html": peerFile("pdf-viewer.html"),
  "/seadragon.html": peerFile("seadragon.html"),
  "/paper.pdf": { file: paperFile },
  "/pdfjs/": { folder: pdfjsFolder },
  "/seadragon/": { folder: seadragonFolder() },
  "/pages/": { folder: await pageImages() },
});

interface Viewer {
  readonly url: string;
  readonly session?: Session;
  /** Runs in the page: whether the page with this number is visible. */
  readonly shows: (pageNumber: number) => boolean | Promise<boolean>;
}

const ours: Viewer = { url: `${app.url}${routes.page(paperId, 1)}`, session: app.session, shows: oursShows };
const pdf: Viewer = { url: `${peers.url}/pdf.html`, shows: pdfShows };
const images: Viewer = { url: `${peers.url}/seadragon.html`, shows: seadragonShows };

const near = await inRounds("viewer", {
  ours: () => openAndJump(ours, false),
  pdf: () => openAndJump(pdf, false),
  seadragon: () => openAndJump(images, false),
});
const far = await inRounds("viewer-far", { ours: () => openAndJump(ours, true), pdf: () => openAndJump(pdf, true) });
peers.stop();
await app.stop();

ratioAtMost("first page, ms: pdf.js", near("ours", "first"), near("pdf", "first"), 0.7);
ratioAtMost("first page, ms: OpenSeadragon", near("ours", "first"), near("seadragon", "first"), 0.65);
ratioAtMost("jump to page 150, ms: pdf.js", near("ours", "jump"), near("pdf", "jump"), 0.35);
ratioAtMost("jump to page 150, ms: OpenSeadragon", near("ours", "jump"), near("seadragon", "jump"), 1.2);
ratioAtMost("first page at 40 ms and 10 Mbit/s: pdf.js", far("ours", "first"), far("pdf", "first"), 0.35);
ratioAtMost("jump at 40 ms and 10 Mbit/s: pdf.js", far("ours", "jump"), far("pdf", "jump"), 1.2);

/** The peer shows the very images that we show. */
async function pageImages(): Promise<string> {
  const folder = path.join(path.dirname(paperFile), "pages");
  mkdirSync(folder, { recursive: true });
  for (let page = 1; page <= paperPages; page++) {
    const file = path.join(folder, `${page}.jpg`);
    if (existsSync(file)) continue;
    const answer = await fetch(app.url + api.ownedPage(paperId, page), { headers: app.headers });
    if (!answer.ok) throw new Error(`page ${page}: ${answer.status}`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  }
  return folder;
}

async function openAndJump(viewer: Viewer, slow: boolean): Promise<Sample> {
  return inBrowser(viewer.session === undefined ? {} : { storageState: viewer.session }, async ({ page, context }) => {
    await context.addInitScript(
      `window.shows = ${viewer.shows.toString()}; window.first = watch.untilFirst(() => shows(1));`,
    );
    if (slow) await slowLine(page);
    await page.goto(viewer.url, { waitUntil: "commit" });
    const first = await page.evaluate("window.first");
    await page.waitForTimeout(1_500);
    await page.locator("#page-number").fill(String(target));
    await page.evaluate(`window.jumped = watch.until(() => shows(${target})); null`);
    await page.keyboard.press("Enter");
    const jump = await page.evaluate("window.jumped.then((at) => at - watch.lastInput)");
    await picture(page, `viewer-${new URL(viewer.url).pathname.split("/").at(-1)}`);
    return { first: Number(first), jump: Number(jump) };
  });
}

/** Each of these functions runs in the page, so it must not refer to anything outside it. */
async function oursShows(pageNumber: number): Promise<boolean> {
  const image = document.querySelector<HTMLImageElement>(`[data-page="${pageNumber}"] img`);
  if (image === null) return false;
  const box = image.getBoundingClientRect();
  if (box.top >= innerHeight || box.bottom <= 0) return false;
  if (image.complete && image.naturalWidth > 0) {
    await image.decode();
    return true;
  }
  // On a slow line a small image of the page lies beneath it until it is there.
  const [, small] = /url\("(.+)"\)/.exec(image.parentElement?.style.backgroundImage ?? "") ?? [];
  if (small === undefined) return false;
  const loaded = performance.getEntriesByName(new URL(small, location.href).href).length > 0;
  if (!loaded) return false;
  const copy = new Image();
  copy.src = small;
  await copy.decode();
  return true;
}

function pdfShows(pageNumber: number): boolean {
  const rendered: unknown = Reflect.get(window, "rendered");
  if (!(rendered instanceof Set) || !rendered.has(pageNumber)) return false;
  const box = document.querySelector(`.page[data-page-number="${pageNumber}"]`)?.getBoundingClientRect();
  return box !== undefined && box.top < innerHeight && box.bottom > 0;
}

function seadragonShows(pageNumber: number): boolean {
  const viewer = Reflect.get(window, "viewer");
  if (viewer === undefined || viewer.currentPage() !== pageNumber - 1 || viewer.world.getItemCount() === 0)
    return false;
  const item = viewer.world.getItemAt(0);
  return item.getFullyLoaded() && item.source.url.endsWith(`/${pageNumber}.jpg`);
}
