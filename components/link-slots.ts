/** Links that features bring to pages of others; a feature's line goes with it. */

export { links as ask } from "./ask/links-slot.ts";
export { links as check } from "./check/links-slot.ts";
