export type { PdfLine, PdfOutlineEntry, PdfPageText } from "./protocol.ts";
export { createPdfRenderer, PdfRefused, type PdfRenderer } from "./renderer.ts";
export type { PdfTable } from "./tables/table.ts";
