import type { PublicationPage, PublicationSection } from "../../domain/publishing/publication.ts";
import { type PdfLine, type PdfPageText, PdfRefused, type PdfRenderer } from "../../pdf/index.ts";
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
  /** Reads the PDF's own text if there is no other. */
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
    return {
      pages,
      sections: await placed(sections, () => readEach(pages.length, (number) => renderer.lines(file, number, signal))),
    };
  }
  if (!wanted.text) return { pages, sections: [] };
  const text: PdfText = {
    outline: overview.outline,
    pages: await readEach(pages.length, (number) => renderer.text(file, number, signal)),
  };
  const characters = text.pages.reduce((sum, page) => sum + charactersOf(page), 0);
  if (characters < pages.length * charactersPerPageMin) return { pages, sections: [] };
  return { pages, sections: cutPdf(text) };
}

/** If the PDF's text can't be read, the document only lacks the pages of its sections. */
async function placed(
  sections: readonly PublicationSection[],
  lines: () => Promise<readonly (readonly PdfLine[])[]>,
): Promise<readonly PublicationSection[]> {
  try {
    return matchPages(sections, await lines());
  } catch (error) {
    if (error instanceof Refusal) return sections;
    throw error;
  }
}

function charactersOf({ lines, tables }: PdfPageText): number {
  const inTables = tables.flatMap((table) => table.rows.flatMap((row) => row.map((cell) => cell.text)));
  return [...lines.map((line) => line.text), ...inTables].reduce((sum, words) => sum + words.trim().length, 0);
}

/**
 * One page after another: a second thread would have to open the document and read its fonts as well, which for most
 * documents takes longer than it saves, and needs its memory twice.
 */
async function readEach<T>(count: number, read: (pageNumber: number) => Promise<T>): Promise<T[]> {
  const pages: T[] = [];
  for (let number = 1; number <= count; number++) pages.push(await refusing(() => read(number)));
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
