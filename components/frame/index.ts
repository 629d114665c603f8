export { SampleLoading } from "./SampleLoading.tsx";
export { Shell } from "./Shell.tsx";
export { useChangeView } from "./use-change-view.ts";
export type { FrameSeed } from "./QueryProvider.tsx";
