export { Crash } from "./Crash.tsx";
export { ErrorInPlace } from "./ErrorInPlace.tsx";
export { NotFoundText } from "./NotFoundText.tsx";
export { problemPage } from "./problem-page.tsx";
export { Skeleton } from "./Skeleton.tsx";
