export { Keyboard } from "./Keyboard.tsx";
export { ModKey } from "./ModKey.tsx";
export { type PaletteItem, usePaletteSource } from "./palette-sources.ts";
export { moveRow } from "./rows.ts";
export { useCommand, useShortcut } from "./use-shortcut.ts";
