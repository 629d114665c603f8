import {
  chmodSync,
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { hashFile } from "../storage/blobs/files.ts";
import { storeFile } from "../storage/open-store.ts";
import { pinnedBlobs, snapshot } from "../storage/sqlite/snapshot.ts";
import { secretFileName } from "./secret.ts";

export interface BackupReport {
  readonly files: number;
  readonly bytes: number;
  /** Files that no longer hold what their name says; they are left out. */
  readonly damaged: number;
}

export const storeEntry = "service.db";
export const blobFolder = "blobs";

interface Entry {
  readonly path: string;
  readonly name: string;
}

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
    const secret = join(dataFolder, secretFileName);
    const entries: Entry[] = [{ path: copy, name: storeEntry }];
    if (existsSync(secret)) entries.push({ path: secret, name: secretFileName });
    const files = await filesToKeep(dataFolder, pinnedBlobs(copy));
    entries.push(...files.whole);
    await writeArchive(partial, entries);
    chmodSync(partial, 0o600);
    syncFile(partial);
    renameSync(partial, file);
    syncFile(dirname(resolve(file)));
    return { files: entries.length, bytes: statSync(file).size, damaged: files.damaged };
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(partial, { force: true });
  }
}

/** Whatever documents consist of, and of what can be made again only what somebody may ask for by its old key. */
async function filesToKeep(dataFolder: string, pinned: ReadonlySet<string>) {
  const whole: Entry[] = [];
  let damaged = 0;
  for (const area of ["kept", "made"]) {
    for (const { path, blob } of await blobsBelow(join(dataFolder, blobFolder, area))) {
      if (area === "made" && !pinned.has(blob)) continue;
      const hash = await hashFile(path);
      if (hash === blob) whole.push({ path, name: relative(dataFolder, path).split(sep).join("/") });
      // Undefined: it was collected meanwhile, and nothing refers to it.
      else if (hash !== undefined) damaged++;
    }
  }
  return { whole, damaged };
}

async function writeArchive(file: string, entries: readonly Entry[]): Promise<void> {
  const zip = new ZipFile();
  for (const { path, name } of entries) {
    zip.addFile(path, name, { compress: name === storeEntry, mtime: new Date(0), mode: 0o600 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600, flags: "wx" }));
}

async function blobsBelow(folder: string): Promise<{ path: string; blob: string }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((each) => each.isFile() && isBlobName(each.name))
    .map((each) => ({ path: join(each.parentPath, each.name), blob: each.name }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
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
