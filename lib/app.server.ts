import { native } from "./native.ts";

type ForPages = typeof import("./for-pages.ts");

/**
 * Code that Next bundles takes its values of `lib/` from here alone, but for pure rooms and Next's own: `lib/` runs in
 * Node, in one instance for the server and all its pages and routes. A static import of one of its files would be compiled
 * as a second copy with a state of its own (e2e/second-copy.e2e.ts).
 */
export const app = await native<ForPages>("lib/for-pages.ts");
