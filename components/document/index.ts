export { CoverSkeleton } from "./CoverSkeleton.tsx";
export { DocumentCover } from "./DocumentCover.tsx";
export { DocumentHead } from "./DocumentHead.tsx";
