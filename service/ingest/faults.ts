/** No disk or no store to write to: nothing can go on, and what is under way is not to blame. */
export function isSystemFault(error: unknown): error is Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ENOSPC", "EDQUOT", "EROFS", "SQLITE_FULL", "SQLITE_CORRUPT", "SQLITE_BUSY"].includes(code);
}
