export { ChangesLine, ChangesOnCover } from "./ChangesOnCover.tsx";
export { ChangesView } from "./ChangesView.tsx";
