export { createPdfRenderer, PdfRefused, type PdfRenderer } from "./renderer.ts";
export type { PdfLine, PdfOutlineEntry } from "./protocol.ts";
