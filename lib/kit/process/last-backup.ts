import { readFile } from "node:fs/promises";
import path from "node:path";
import { LastBackup } from "../../contract/operator.ts";

/** When a data folder was last backed up: `hiraku backup` writes it once its archive is verified and in its place. */
export const lastBackupFile = "last-backup.json";

/** Undefined where none was recorded, or the record can't be read. */
export async function readLastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(path.join(dataFolder, lastBackupFile), "utf8")));
  } catch {
    return undefined;
  }
}
