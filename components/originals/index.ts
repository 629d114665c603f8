export { FileFacts } from "./FileFacts.server";
export { FileInPlace } from "./FileInPlace.tsx";
export { FileList } from "./FileList";
export { MissingOriginal } from "./MissingOriginal.tsx";
export { PdfViewer } from "./PdfViewer";
export { startPageOf } from "./start-page.ts";
