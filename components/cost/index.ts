export { OwnedSeal, Price } from "../ui/Price.tsx";
export { actionWords, countItems, lineWords, questionOf } from "./action-words.ts";
export { BasketButton } from "./BasketButton.tsx";
export { Gauge } from "./Gauge.tsx";
export { PaidAction, PaidActionIn } from "./PaidAction.tsx";
export { problemWords } from "./problem-words.ts";
export { useCredits, useFrameCredits, useOwnedDocument, useOwnedDocuments } from "./use-owned.ts";
export { usePurchase } from "./use-purchase.ts";
