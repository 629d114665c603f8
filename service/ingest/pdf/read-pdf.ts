import type { PublicationPage, PublicationSection } from "../../domain/publishing/publication.ts";
import { PdfRefused, type PdfRenderer } from "../../pdf/index.ts";
import { Refusal } from "../refusal.ts";
import { cutPdf, type PdfText } from "./cut-pdf.ts";

export interface PdfContent {
  readonly pages: readonly PublicationPage[];
  /** Empty where the PDF has no text: a scan. */
  readonly sections: readonly PublicationSection[];
}

const pagesMax = 5_000;
/** Fewer characters a page than this is a scan with a stamp on it. */
const charactersPerPageMin = 8;

/** Page sizes of a PDF, and its text where the document has no other. */
export async function readPdf(
  renderer: PdfRenderer,
  file: string,
  wanted: { readonly text: boolean },
  signal?: AbortSignal,
): Promise<PdfContent> {
  const overview = await refusing(() => renderer.overview(file, signal));
  if (overview.pages.length > pagesMax) {
    throw new Refusal("unreadable_pdf", `The PDF has ${overview.pages.length} pages; ${pagesMax} are allowed.`);
  }
  const pages = overview.pages.map((page, at) => ({
    pageNumber: at + 1,
    width: page.width,
    height: page.height,
    listed: true,
  }));
  if (!wanted.text) return { pages, sections: [] };
  const text: PdfText = { outline: overview.outline, pages: await readLines(renderer, file, pages.length, signal) };
  const characters = text.pages.flat().reduce((sum, line) => sum + line.text.trim().length, 0);
  if (characters < pages.length * charactersPerPageMin) return { pages, sections: [] };
  return { pages, sections: cutPdf(text) };
}

/** A few pages at a time: the renderer's workers stay busy and no page's lines wait long in memory. */
async function readLines(
  renderer: PdfRenderer,
  file: string,
  count: number,
  signal: AbortSignal | undefined,
): Promise<PdfText["pages"]> {
  const pages: PdfText["pages"][number][] = [];
  for (let from = 1; from <= count; from += 8) {
    const numbers = Array.from({ length: Math.min(8, count - from + 1) }, (_, at) => from + at);
    pages.push(...(await refusing(() => Promise.all(numbers.map((number) => renderer.lines(file, number, signal))))));
  }
  return pages;
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PdfRefused) throw new Refusal("unreadable_pdf", error.message);
    throw error;
  }
}
