export { BuyOriginal } from "./BuyOriginal";
export { EntryList } from "./EntryList";
export { FileFacts } from "./FileFacts.server";
export { FileList } from "./FileList";
export { MissingOriginal } from "./MissingOriginal.tsx";
export { PdfViewer } from "./PdfViewer";
