import { chmodSync, closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { storeFile } from "../storage/open-store.ts";
import { snapshot } from "../storage/sqlite/snapshot.ts";
import { secretFileName } from "./secret.ts";

export interface BackupReport {
  readonly files: number;
  readonly bytes: number;
}

export const storeEntry = "service.db";
export const blobFolder = "blobs";

/**
 * The store is copied first, at one instant, and the files after it: files are named by what they hold and never
 * change, so whatever the copy refers to is there, and newer ones do no harm.
 */
export async function backup(dataFolder: string, file: string): Promise<BackupReport> {
  const work = await mkdtemp(join(resolve(dataFolder), ".backup-"));
  const partial = `${file}.partial`;
  try {
    const copy = join(work, storeEntry);
    await snapshot(storeFile(dataFolder), copy);
    const entries = [
      { path: copy, name: storeEntry },
      { path: join(dataFolder, secretFileName), name: secretFileName },
    ];
    for (const path of await filesBelow(join(dataFolder, blobFolder))) {
      entries.push({ path, name: relative(dataFolder, path).split(sep).join("/") });
    }
    const written = await writeArchive(partial, entries);
    chmodSync(partial, 0o600);
    syncFile(partial);
    renameSync(partial, file);
    syncFile(dirname(resolve(file)));
    return { files: written, bytes: statSync(file).size };
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(partial, { force: true });
  }
}

async function writeArchive(file: string, entries: readonly { path: string; name: string }[]): Promise<number> {
  const zip = new ZipFile();
  let written = 0;
  for (const { path, name } of entries) {
    // An image evicted from the cache meanwhile is made again when it is asked for.
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) continue;
    zip.addFile(path, name, { compress: name === storeEntry, mtime: new Date(0), mode: 0o600 });
    written++;
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600, flags: "wx" }));
  return written;
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((each) => each.isFile() && isBlobName(each.name))
    .map((each) => join(each.parentPath, each.name))
    .sort();
}

/** Files under their final name; what is still being written has another. */
export function isBlobName(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
