/** Exports for its pages and routes; see lib/for-pages.ts. */

export { manifest } from "./manifest.ts";
export { CheckRequest, checkBytesMax, checkFileForOwner, checkForOwner } from "./checks.ts";
export { commentBytesMax, commentedFile } from "./commented-file.ts";
export { fileBytesMax } from "./files/file-limits.ts";
export {
  checkProofFile,
  deleteOwnCheck,
  sharedCheck,
  shareOwnCheck,
  StoreRequest,
  storedCheckOf,
  storeForOwner,
  unshareOwnCheck,
} from "./own-checks.ts";
