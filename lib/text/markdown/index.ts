export type { Illustration } from "./illustrations.ts";
export type { RenderOptions, Unread } from "./render.ts";
export { figureName } from "./sanitise.ts";
export { visibleText } from "./visible-text.ts";
