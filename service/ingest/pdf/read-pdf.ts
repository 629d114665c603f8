import type { PublicationPage, PublicationSection } from "../../domain/publishing/publication.ts";
import { PdfRefused, type PdfRenderer } from "../../pdf/index.ts";
import { Refusal } from "../refusal.ts";
import { cutPdf, type PdfText } from "./cut-pdf.ts";
import { matchPages } from "./match-pages.ts";

export interface PdfContent {
  readonly pages: readonly PublicationPage[];
  /** The document's existing text with its pages; else the PDF's own text, which is empty for a scan. */
  readonly sections: readonly PublicationSection[];
}

const pagesMax = 5_000;
/** With fewer characters a page than this the PDF is a scan with a stamp. */
const charactersPerPageMin = 8;

interface Wanted {
  /** The document's text where it has one: its sections are then found on the pages. */
  readonly sections?: readonly PublicationSection[];
  /** Whether the PDF's own text is wanted where there is no other. */
  readonly text: boolean;
}

/** Reads a PDF's page sizes, the pages of the document's sections, and the text where the document has no other. */
export async function readPdf(
  renderer: PdfRenderer,
  file: string,
  wanted: Wanted,
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
  const { sections = [] } = wanted;
  if (sections.length > 0) {
    return { pages, sections: await placed(sections, () => readLines(renderer, file, pages.length, signal)) };
  }
  if (!wanted.text) return { pages, sections: [] };
  const text: PdfText = { outline: overview.outline, pages: await readLines(renderer, file, pages.length, signal) };
  const characters = text.pages.flat().reduce((sum, line) => sum + line.text.trim().length, 0);
  if (characters < pages.length * charactersPerPageMin) return { pages, sections: [] };
  return { pages, sections: cutPdf(text) };
}

/** If the PDF's text can't be read, the document only lacks the pages of its sections. */
async function placed(
  sections: readonly PublicationSection[],
  lines: () => Promise<PdfText["pages"]>,
): Promise<readonly PublicationSection[]> {
  try {
    return matchPages(sections, await lines());
  } catch (error) {
    if (error instanceof Refusal) return sections;
    throw error;
  }
}

/** A few pages at a time, which keeps the renderer's workers busy and memory use small. */
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
