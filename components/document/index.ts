export { CoverGhost } from "./CoverGhost.tsx";
export { DocumentCover } from "./DocumentCover.tsx";
