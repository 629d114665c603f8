export { Frame } from "./Frame.tsx";
export { QueryProvider } from "./QueryProvider.tsx";
