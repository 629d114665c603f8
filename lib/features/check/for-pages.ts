/** Exports for its pages and routes; see lib/for-pages.ts. */

export { CheckRequest, checkBytesMax, checkFileForOwner, checkForOwner } from "./checks.ts";
export { fileBytesMax } from "./files/file-limits.ts";
