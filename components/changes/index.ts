export { ChangesLine, ChangesOnCover } from "./ChangesOnCover.tsx";
