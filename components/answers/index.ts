export { AnswerHead, type CopyAddress } from "./AnswerHead";
export { UnreadableAnswer } from "./UnreadableAnswer";
export { useTocSizes } from "./use-toc-sizes";
