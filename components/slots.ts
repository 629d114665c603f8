/** Fills of features for pages that others own too (./fill.ts): a feature's line goes with it. */
export * as ask from "./ask/slots.tsx";
export * as check from "./check/slots.tsx";
export * as following from "./updates/slots.tsx";
export * as programs from "./agents/slots.tsx";
