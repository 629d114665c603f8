import { EdinetUnavailable } from "./sources/edinet/failures.ts";

const ofSystem = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE"];
const ofStore = ["SQLITE_FULL", "SQLITE_CORRUPT", "SQLITE_BUSY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY"];

/** No disk or no store to write to: nothing can go on, and what is under way is not to blame. */
export function isSystemFault(error: unknown): error is Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ofSystem.includes(code) || ofStore.some((name) => code === name || code.startsWith(`${name}_`));
}

/** Of the source or of the system, whatever was asked for. */
export function isOutage(error: unknown): error is Error {
  return error instanceof EdinetUnavailable || isSystemFault(error);
}
