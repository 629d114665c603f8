export { Keyboard } from "./Keyboard.tsx";
export { usePaletteSource } from "./palette-sources.ts";
export { useCommand, useShortcut } from "./use-shortcut.ts";
