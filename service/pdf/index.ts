export { createPdfRenderer, PdfRefused, type PdfRenderer } from "./renderer.ts";
export type { PdfFacts, PdfImage, PdfLine, PdfOutlineEntry } from "./protocol.ts";
