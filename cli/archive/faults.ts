import { BucketError } from "../../lib/kit/objects/s3-errors.ts";
import { asSentence, CommandError } from "../command.ts";

const words: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left on the disk",
  EDQUOT: "the disk quota is used up",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  EIO: "the disk reports an error",
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  EFBIG: "the file would be larger than the disk allows",
  SQLITE_FULL: "there is no space left on the disk",
  SQLITE_READONLY: "the database can't be written",
  SQLITE_CANTOPEN: "the database can't be opened",
  SQLITE_NOTADB: "the file is no database",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_IOERR: "the disk reports an error",
};

/** Describes an error of the disk or the database for operators, with the file it concerns. */
export function faultOf(error: unknown, file?: string): CommandError {
  if (error instanceof CommandError) return error;
  // It names its bucket.
  if (error instanceof BucketError) return new CommandError(error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const path = error instanceof Error && "path" in error ? String(error.path) : file;
  const said = words[code] ?? words[code.split("_").slice(0, 2).join("_")];
  const message = said ?? (error instanceof Error ? error.message : String(error));
  return new CommandError(asSentence(path === undefined ? message : `${path}: ${message}`));
}
