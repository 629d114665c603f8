export { Gauge } from "./Gauge.tsx";
export { PaidAction, type PaidActionProps } from "./PaidAction.tsx";
export { Lozenge, OwnedSeal, Price } from "./Price.tsx";
export { problemWords } from "./problem-words.ts";
export { currentLabel, setCurrentLabel, useCurrentLabel } from "./purchase-label.ts";
export { useCredits, useFrameCredits, useOwnedAnswer, useOwnedDocument, useOwnedDocuments } from "./use-owned.ts";
export { type PurchaseStage, usePurchase } from "./use-purchase.ts";
