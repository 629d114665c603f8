export { ErrorInPlace } from "./ErrorInPlace.tsx";
export { Skeleton } from "./Skeleton.tsx";
