/** Exports for its pages and routes; see lib/for-pages.ts. */

export { CheckRequest, checkBytesMax, checkForOwner } from "./checks.ts";
