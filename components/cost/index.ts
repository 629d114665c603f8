export { Gauge } from "./Gauge.tsx";
export { PaidAction } from "./PaidAction.tsx";
export { OwnedSeal, Price } from "./Price.tsx";
export { useFrameCredits, useOwnedDocument, useOwnedDocuments } from "./use-owned.ts";
