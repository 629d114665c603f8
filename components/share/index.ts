export { CopyButton } from "./CopyButton.tsx";
export { Share } from "./Share.tsx";
export { ShareButton } from "./ShareButton.tsx";
export type { Shared } from "./ShareSheet.tsx";
export { useCopy } from "./use-copy.ts";
export { RevokeButton } from "./RevokeButton.tsx";
export { ShownOnce } from "./ShownOnce.tsx";
