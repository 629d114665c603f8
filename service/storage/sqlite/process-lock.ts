import { type FolderLock, lockFolder } from "../../../lib/kit/process/folder-lock.ts";

/** One serving process a data folder: request counters and claims live in its memory. */
export function lockDataFolder(folder: string): FolderLock | undefined {
  return lockFolder(folder, "service.lock");
}
