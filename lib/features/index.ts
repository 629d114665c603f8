import { ask } from "./ask/manifest.ts";
import { check } from "./check/manifest.ts";
import type { Feature } from "./feature.ts";
import { following } from "./following/manifest.ts";
import { operator } from "./operator/manifest.ts";
import { programs } from "./programs/manifest.ts";

/** A feature is its folder, the files that its manifest names, and its lines here. */
export const features: readonly Feature[] = [ask, check, following, operator, programs];

export * from "./ask/for-pages.ts";
export * from "./check/for-pages.ts";
export * from "./following/for-pages.ts";
export * from "./operator/for-pages.ts";
export * from "./programs/for-pages.ts";
