export { Frame } from "./Frame.tsx";
export { QueryProvider } from "./QueryProvider.tsx";
export { useChangeView } from "./use-change-view.ts";
