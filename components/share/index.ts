export { CopyButton } from "./CopyButton.tsx";
export { Share } from "./Share.tsx";
export { useCopy } from "./use-copy.ts";
