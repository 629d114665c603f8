/** bench: the page viewer beside pdf.js' viewer and OpenSeadragon: first page, jump to page 150, images asked for. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { api, routes } from "../lib/routes.ts";
import { inBrowser, slowLine } from "./web/browser.ts";
import { benchData, paperFile, paperId, paperPages } from "./web/data.ts";
import { atMost, inRounds, ratioAtMost, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { pdfjsFolder, peerFile, seadragonFolder, servePeers } from "./web/peers.ts";
import { picture } from "./web/picture.ts";
import { cookieOf, type Session, signIn, startApp } from "./web/running-app.ts";

const target = 150;
const data = await benchData();
const app = await startApp(data);
const session = await signIn(app);
const seadragon = seadragonFolder();
const peers = await servePeers({
  "/pdf.html": peerFile("pdf-viewer.html"),
  "/seadragon.html": peerFile("seadragon.html"),
  "/paper.pdf": { file: paperFile },
  "/pdfjs/": { folder: pdfjsFolder },
  "/seadragon/": { folder: seadragon },
  "/pages/": { folder: await pageImages() },
});

interface Viewer {
  readonly url: string;
  readonly session?: Session;
  /** Runs in the page: whether the page with this number is visible. */
  readonly shows: (pageNumber: number) => boolean | Promise<boolean>;
}

const ours: Viewer = { url: `${app.url}${routes.page(paperId, 1)}`, session, shows: oursShows };
const pdf: Viewer = { url: `${peers.url}/pdf.html`, shows: pdfShows };
const images: Viewer = { url: `${peers.url}/seadragon.html`, shows: seadragonShows };

const near = await inRounds("viewer", {
  ours: () => openAndJump(ours, false),
  pdf: () => openAndJump(pdf, false),
  seadragon: () => openAndJump(images, false),
});
const far = await inRounds("viewer-far", { ours: () => openAndJump(ours, true), pdf: () => openAndJump(pdf, true) });
const asked = await inRounds("viewer-images", { reading: read, scrolling: scrollFast });
peers.stop();
await app.stop();

ratioAtMost("first page, ms: pdf.js", near("ours", "first"), near("pdf", "first"), 0.4);
ratioAtMost("first page, ms: OpenSeadragon", near("ours", "first"), near("seadragon", "first"), 0.65);
ratioAtMost("jump to page 150, ms: pdf.js", near("ours", "jump"), near("pdf", "jump"), 0.35);
ratioAtMost("jump to page 150, ms: OpenSeadragon", near("ours", "jump"), near("seadragon", "jump"), 1.2);
ratioAtMost("first page at 40 ms and 10 Mbit/s: pdf.js", far("ours", "first"), far("pdf", "first"), 0.35);
ratioAtMost("jump at 40 ms and 10 Mbit/s: pdf.js", far("ours", "jump"), far("pdf", "jump"), 1.2);
reportWithoutGoal("the full image after that jump, ms", far("ours", "full"));
atMost("page images asked for per page read", asked("reading", "asked"), 1);
atMost("the same in a fast scroll of 3 s", asked("scrolling", "asked"), 1.1);

/** The peer shows the very images that we show. */
async function pageImages(): Promise<string> {
  const folder = path.join(path.dirname(paperFile), "pages");
  mkdirSync(folder, { recursive: true });
  for (let page = 1; page <= paperPages; page++) {
    const file = path.join(folder, `${page}.jpg`);
    if (existsSync(file)) continue;
    const answer = await fetch(app.url + api.ownedPage(paperId, page), { headers: { cookie: cookieOf(session) } });
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
    const full = viewer === ours ? await page.evaluate(fullImageAfterInput, target) : Number.NaN;
    await picture(page, `viewer-${new URL(viewer.url).pathname.split("/").at(-1)}`);
    return { first: Number(first), jump: Number(jump), full };
  });
}

/** Goes from page to page as a reader does, and stays a second on each. */
async function read(): Promise<Sample> {
  return inBrowser({ storageState: session }, async ({ page }) => {
    const seen = new Set<number>();
    const requests = countImages(page);
    await page.goto(ours.url);
    for (let at = 0; at < 12; at++) {
      await page.waitForTimeout(1_000);
      for (const each of await inView(page)) seen.add(each);
      await page.keyboard.press("ArrowRight");
    }
    await page.waitForTimeout(1_000);
    for (const each of await inView(page)) seen.add(each);
    return { asked: requests.length / seen.size };
  });
}

/** The wheel as fast as a hand turns it; when it rests, only what is in view is wanted. */
async function scrollFast(): Promise<Sample> {
  return inBrowser({ storageState: session }, async ({ page }) => {
    const requests = countImages(page);
    await page.goto(ours.url);
    await page.waitForTimeout(1_500);
    const before = new Set(await inView(page));
    await page.mouse.move(700, 500);
    const end = Date.now() + 3_000;
    while (Date.now() < end) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(25);
    }
    await page.waitForTimeout(1_500);
    const after = await inView(page);
    return { asked: requests.length / new Set([...before, ...after]).size, reached: after[0] ?? 0 };
  });
}

function countImages(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/owned\/documents\/[^/]+\/pages\/\d+$/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

function inView(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-page-row]")]
      .filter((row) => row.getBoundingClientRect().top < innerHeight && row.getBoundingClientRect().bottom > 0)
      .map((row) => Number(row.getAttribute("data-page-row"))),
  );
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

async function fullImageAfterInput(pageNumber: number): Promise<number> {
  const at = await window.watch.until(() => {
    const image = document.querySelector<HTMLImageElement>(`[data-page="${pageNumber}"] img`);
    return image !== null && image.complete && image.naturalWidth > 0;
  });
  return at - window.watch.lastInput;
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
