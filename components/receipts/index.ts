export { CheckQuotes } from "./CheckQuotes.tsx";
export { CheckReceipt } from "./CheckReceipt.tsx";
export { ReceiptView } from "./ReceiptView.tsx";
