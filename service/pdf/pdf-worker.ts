/**
 * One PDF worker: reads an untrusted file, in a thread with a memory limit that is ended when it takes too long. pdfjs
 * draws with a registered Japanese font, because filings rarely embed theirs and other engines silently drop such text.
 */
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { serveWork } from "../../lib/kit/workers/serve-work.ts";
import { imageScale, imageSize, storedPoints } from "./image-size.ts";
import { linesOf, runsOf, type TextItemLike } from "./lines.ts";
import type { PdfImage, PdfLine, PdfOutlineEntry, PdfOverview, PdfPageText, PdfWork } from "./protocol.ts";
import { type FoundTables, findTables, mayHaveTables } from "./tables/find-tables.ts";
import { rulesOf } from "./tables/rules.ts";
import type { Run } from "./tables/runs.ts";
import { mixedLines } from "./tables/wrapped-words.ts";

const bytesMax = 200 * 1024 * 1024;
const pagesMax = 5_000;
const outlineMax = 5_000;
const jpegBytesGoal = 300 * 1024;
const jpegQualities = [82, 70, 58, 46];

const require = createRequire(import.meta.url);
const pdfjsFolder = path.dirname(require.resolve("pdfjs-dist/package.json"));
const folderUrl = (name: string) => `${path.join(pdfjsFolder, name)}${path.sep}`;

const japaneseFont = require.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf");
for (const family of ["serif", "sans-serif", "monospace"]) GlobalFonts.registerFromPath(japaneseFont, family);

const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(path.join(pdfjsFolder, "legacy/build/pdf.worker.mjs")).href;

let open: { readonly file: string; readonly document: PDFDocumentProxy } | undefined;

async function documentOf(file: string): Promise<PDFDocumentProxy> {
  if (open?.file === file) return open.document;
  await open?.document.loadingTask.destroy();
  open = undefined;
  const { size } = statSync(file);
  if (size > bytesMax) throw new Error(`the PDF has ${size} bytes, more than ${bytesMax}`);
  const document = await pdfjs.getDocument({
    data: new Uint8Array(readFileSync(file)),
    cMapUrl: folderUrl("cmaps"),
    cMapPacked: true,
    standardFontDataUrl: folderUrl("standard_fonts"),
    wasmUrl: folderUrl("wasm"),
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
  open = { file, document };
  return document;
}

async function overview(file: string): Promise<PdfOverview> {
  const document = await documentOf(file);
  if (document.numPages > pagesMax) throw new Error(`the PDF has ${document.numPages} pages, more than ${pagesMax}`);
  const pages: PdfOverview["pages"][number][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    pages.push(storedPoints(page.getViewport({ scale: 1 })));
    page.cleanup();
  }
  return { pages, outline: await outlineOf(document), title: await titleOf(document) };
}

async function titleOf(document: PDFDocumentProxy): Promise<string | undefined> {
  const { info } = await document.getMetadata();
  const title = (info as { Title?: unknown }).Title;
  return typeof title === "string" && title.trim() !== "" ? title.trim() : undefined;
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>[number];

async function outlineOf(document: PDFDocumentProxy): Promise<PdfOutlineEntry[]> {
  const entries: PdfOutlineEntry[] = [];
  const visit = async (nodes: readonly OutlineNode[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= outlineMax || level > 9) return;
      entries.push({ title: node.title.trim(), level, pageNumber: await pageOf(document, node.dest) });
      await visit(node.items, level + 1);
    }
  };
  await visit((await document.getOutline()) ?? [], 1);
  return entries;
}

async function pageOf(document: PDFDocumentProxy, dest: OutlineNode["dest"]): Promise<number | undefined> {
  try {
    const explicit = typeof dest === "string" ? await document.getDestination(dest) : dest;
    const target: unknown = explicit?.[0];
    if (typeof target === "number") return target + 1;
    if (typeof target !== "object" || target === null) return undefined;
    return (await document.getPageIndex(target as Parameters<PDFDocumentProxy["getPageIndex"]>[0])) + 1;
  } catch {
    return undefined;
  }
}

async function lines(file: string, pageNumber: number): Promise<readonly PdfLine[]> {
  const page = await pageAt(file, pageNumber);
  const found = linesOf(await runsOn(page));
  page.cleanup();
  return found;
}

async function runsOn(page: PDFPageProxy): Promise<Run[]> {
  const content = await page.getTextContent();
  const items = content.items.filter((item): item is typeof item & TextItemLike => "str" in item);
  return runsOf(items, page.getViewport({ scale: 1 }).transform);
}

async function text(file: string, pageNumber: number): Promise<PdfPageText> {
  const page = await pageAt(file, pageNumber);
  const runs = await runsOn(page);
  let found: FoundTables = { tables: [], rest: runs };
  if (mayHaveTables(runs)) {
    const drawing = await page.getOperatorList();
    found = findTables(runs, rulesOf(drawing, page.getViewport({ scale: 1 }).transform, commands));
  }
  const { tables, rest } = found;
  const mixed = mixedLines(rest);
  const lines = linesOf(rest).map((line): PdfLine => (mixed.has(line.top) ? { ...line, isMixed: true } : line));
  page.cleanup();
  return { lines, tables };
}

const { OPS } = pdfjs;
const commands = {
  ...{ save: OPS.save, restore: OPS.restore, transform: OPS.transform, constructPath: OPS.constructPath },
  ...{ paintFormXObjectBegin: OPS.paintFormXObjectBegin, paintFormXObjectEnd: OPS.paintFormXObjectEnd },
  image: [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject],
  stroke: [OPS.stroke, OPS.closeStroke, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke],
  fill: [OPS.fill, OPS.eoFill],
};

async function image(file: string, pageNumber: number): Promise<PdfImage> {
  const page = await pageAt(file, pageNumber);
  const points = storedPoints(page.getViewport({ scale: 1 }));
  const { width, height } = imageSize(points);
  const viewport = page.getViewport({ scale: imageScale(points) });
  const canvas = createCanvas(width, height);
  if (!isBrowserCanvas(canvas)) throw new Error("The canvas library draws on no canvas that pdfjs knows.");
  await page.render({
    canvas,
    viewport,
    background: "#ffffff",
  }).promise;
  let jpeg: Uint8Array = new Uint8Array();
  for (const quality of jpegQualities) {
    jpeg = await canvas.encode("jpeg", quality);
    if (jpeg.length <= jpegBytesGoal) break;
  }
  page.cleanup();
  return { jpeg: new Uint8Array(jpeg), width, height };
}

async function pageAt(file: string, pageNumber: number): Promise<PDFPageProxy> {
  const document = await documentOf(file);
  if (pageNumber < 1 || pageNumber > document.numPages) throw new Error(`the PDF has no page ${pageNumber}`);
  return document.getPage(pageNumber);
}

serveWork<PdfWork>({
  overview: ({ file }) => overview(file),
  lines: ({ file, pageNumber }) => lines(file, pageNumber),
  text: ({ file, pageNumber }) => text(file, pageNumber),
  image: ({ file, pageNumber }) => image(file, pageNumber),
});

/** pdfjs has the browser's canvas in its types, but draws on any compatible one. */
function isBrowserCanvas(canvas: unknown): canvas is HTMLCanvasElement {
  return typeof canvas === "object" && canvas !== null && "getContext" in canvas && "width" in canvas;
}
