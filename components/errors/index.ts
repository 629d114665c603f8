export { Crash } from "./Crash.tsx";
export { loadCrash } from "./crash-code.ts";
export { ErrorInPlace } from "./ErrorInPlace.tsx";
export { NotFoundText } from "./NotFoundText.tsx";
export { Skeleton } from "./Skeleton.tsx";
