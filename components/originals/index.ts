export { BuyOriginal } from "./BuyOriginal";
export { EntryList } from "./EntryList";
export { FileFacts } from "./FileFacts";
export { PdfViewer } from "./PdfViewer";
