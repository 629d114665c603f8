export { BuyOriginal } from "./BuyOriginal";
export { EntryList } from "./EntryList";
export { PdfViewer } from "./PdfViewer";
