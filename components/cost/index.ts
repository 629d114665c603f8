export { Gauge } from "./Gauge.tsx";
export { BasketButton } from "./BasketButton.tsx";
export { PaidAction, PaidActionIn } from "./PaidAction.tsx";
export { problemWords } from "./problem-words.ts";
export { usePurchase } from "./use-purchase.ts";
export { OwnedSeal, Price } from "./Price.tsx";
export { priceHtml, sealHtml } from "./price-html.ts";
export { useCredits, useFrameCredits, useOwnedDocument, useOwnedDocuments } from "./use-owned.ts";
