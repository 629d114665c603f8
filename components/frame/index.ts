export type { FrameSeed } from "./QueryProvider.tsx";
export { SampleLoading } from "./SampleLoading.tsx";
export { Shell } from "./Shell.tsx";
export { useChangeView } from "./use-change-view.ts";
