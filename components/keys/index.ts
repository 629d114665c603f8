export { Keyboard } from "./Keyboard.tsx";
export { type PaletteItem, usePaletteSource } from "./palette-sources.ts";
export { type ShortcutOptions, useCommand, useShortcut } from "./use-shortcut.ts";
