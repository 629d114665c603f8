export { CopyButton } from "./CopyButton.tsx";
export { Share } from "./Share.tsx";
export type { Shared } from "./ShareSheet.tsx";
export { type CopyState, useCopy } from "./use-copy.ts";
