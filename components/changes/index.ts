export { ChangeCounts, Since } from "./ChangeCounts.tsx";
export { ChangesLine, ChangesOnCover } from "./ChangesOnCover.tsx";
export { yearOf } from "./year-of.ts";
