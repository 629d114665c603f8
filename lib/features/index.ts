/** A feature is its folder, the files that its manifest names, and its line here. */
export * as ask from "./ask/for-pages.ts";
export * as check from "./check/for-pages.ts";
export * as following from "./following/for-pages.ts";
export * as operator from "./operator/for-pages.ts";
export * as programs from "./programs/for-pages.ts";
