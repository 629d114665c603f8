export { ComparedFigures } from "./ComparedFigures.tsx";
export { DocumentFigures } from "./DocumentFigures.tsx";
export { FiguresSkeleton } from "./FiguresSkeleton.tsx";
