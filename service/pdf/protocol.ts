import type { PdfTable } from "./tables/table.ts";

export interface PdfPage {
  /** In points, after the page's own rotation. */
  readonly width: number;
  readonly height: number;
}

export interface PdfOutlineEntry {
  readonly title: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** Undefined where the entry points outside the document or nowhere. */
  readonly pageNumber: number | undefined;
}

export interface PdfOverview {
  readonly pages: readonly PdfPage[];
  readonly outline: readonly PdfOutlineEntry[];
  readonly title: string | undefined;
}

export interface PdfImage {
  readonly jpeg: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** A run of text with its position on the page, for finding headings. */
export interface PdfLine {
  readonly text: string;
  /** Height of its largest glyphs, in points. */
  readonly size: number;
  /** Distance from the top of the page, in points. */
  readonly top: number;
  readonly left: number;
  /** It has words of several cells of a table that was not recognised. */
  readonly isMixed?: true;
}

export interface PdfPageText {
  /** Those in no table. */
  readonly lines: readonly PdfLine[];
  /** From the top of the page. */
  readonly tables: readonly PdfTable[];
}

export type PdfWork = {
  overview: { task: { readonly file: string }; answer: PdfOverview };
  lines: { task: PdfPageTask; answer: readonly PdfLine[] };
  text: { task: PdfPageTask; answer: PdfPageText };
  image: { task: PdfPageTask; answer: PdfImage };
};

export interface PdfPageTask {
  readonly file: string;
  /** From 1. */
  readonly pageNumber: number;
}
