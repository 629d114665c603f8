export { AnswerHead } from "./AnswerHead";
export { UnreadableAnswer } from "./UnreadableAnswer";
export { type CopyAddress, useCopyAddress } from "./use-copy-address";
export { useTocSizes } from "./use-toc-sizes";
