export { BuySide } from "./BuySide.tsx";
export { ChangesView } from "./ChangesView.tsx";
export { readLook } from "./look.ts";
