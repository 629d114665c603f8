import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { DraftBlock } from "../draft.ts";
import { RefusedFile } from "./refused.ts";

/**
 * The text of a PDF in paragraphs, page by page: lines that follow each other closely are one. Its tables are read as
 * text, since a file of this kind does not say where a cell ends. Nothing is drawn and nothing in it is run.
 */
const pagesMax = 300;
/** A wider gap than this many line heights begins a paragraph. */
const gapMax = 1.7;

const require = createRequire(import.meta.url);
const pdfjsFolder = path.dirname(require.resolve("pdfjs-dist/package.json"));
const folderUrl = (name: string) => `${path.join(pdfjsFolder, name)}${path.sep}`;

export async function readPdf(bytes: Uint8Array): Promise<DraftBlock[]> {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(path.join(pdfjsFolder, "legacy/build/pdf.worker.mjs")).href;
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    ...{ cMapUrl: folderUrl("cmaps"), cMapPacked: true, standardFontDataUrl: folderUrl("standard_fonts") },
    ...{ disableFontFace: true, useSystemFonts: false, enableXfa: false, stopAtErrors: false },
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > pagesMax) throw new RefusedFile("too_complex");
    const blocks: DraftBlock[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const lines = linesOf(items.flatMap((item) => ("str" in item ? [item] : [])));
      paragraphsOf(lines).forEach((text, at) => blocks.push({ id: `p${number}-${at + 1}`, kind: "paragraph", text }));
      page.cleanup();
    }
    return blocks;
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new RefusedFile(isLocked ? "encrypted" : "unreadable");
  } finally {
    await task.destroy();
  }
}

interface Piece {
  readonly str: string;
  /** Its place is in the last two numbers. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly y: number;
  readonly height: number;
  text: string;
  end: number;
}

/** Pieces in the order of the file; a wide space between two of them is one of the text. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [];
  for (const { str, transform, width, height } of pieces) {
    if (str === "") continue;
    const [x = 0, y = 0] = transform.slice(4);
    const size = height || 10;
    const line = lines.at(-1);
    if (line === undefined || Math.abs(line.y - y) > size * 0.5) {
      lines.push({ y, height: size, text: str, end: x + width });
      continue;
    }
    const isApart = x - line.end > size * 0.3 && !/\s$/u.test(line.text) && !/^\s/u.test(str);
    line.text += (isApart ? " " : "") + str;
    line.end = x + width;
  }
  return lines.filter(({ text }) => text.trim() !== "");
}

function paragraphsOf(lines: readonly Line[]): string[] {
  const paragraphs: string[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const text = line.text.trim();
    const gap = before === undefined ? Number.POSITIVE_INFINITY : before.y - line.y;
    const isNew = gap <= 0 || gap > gapMax * line.height || /^\u3000/u.test(line.text);
    const last = paragraphs.at(-1);
    if (isNew || last === undefined) paragraphs.push(text);
    else paragraphs[paragraphs.length - 1] = last + (isLatin(last.at(-1)) && isLatin(text[0]) ? " " : "") + text;
    before = line;
  }
  return paragraphs;
}

const isLatin = (character: string | undefined) => /[\p{Script=Latin}\d.,;:)%]/u.test(character ?? "");
