export { renderCached } from "../../kit/long-texts/rendered.ts";
export type { Illustration } from "./illustrations.ts";
export type { RenderOptions } from "./render.ts";
export { figureName } from "./sanitise.ts";
export { visibleText } from "./visible-text.ts";
