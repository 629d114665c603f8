import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export type Area = "kept" | "made";

interface BlobFile {
  readonly blob: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface EvictionRule {
  /** Only files last used before this time. */
  readonly olderThanMs: number;
  mayBeRemoved(blob: string): Promise<boolean>;
}

/** Removes the least recently used files until a tenth of the size is free again. Returns the remaining bytes. */
export async function trimToSize(
  folder: string,
  limits: EvictionRule & { readonly bytesMax: number },
): Promise<number> {
  const files = (await listBlobs(folder)).sort((a, b) => a.mtimeMs - b.mtimeMs);
  let bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes <= limits.bytesMax) return bytes;
  for (const file of files) {
    if (bytes <= limits.bytesMax * 0.9) break;
    if (file.mtimeMs > limits.olderThanMs || !(await limits.mayBeRemoved(file.blob))) continue;
    await rm(file.path, { force: true });
    bytes -= file.size;
  }
  return bytes;
}

/** A damaged file is kept this long, so that its damage can be examined. */
export const damagedKeptMs = 30 * 86_400_000;

export async function collectUnreferenced(folder: string, rule: EvictionRule): Promise<number> {
  let removed = 0;
  for (const file of await listFolder(join(folder, "damaged"))) {
    if (file.mtimeMs > rule.olderThanMs - damagedKeptMs) continue;
    await rm(file.path, { force: true });
    removed++;
  }
  for (const file of await listBlobs(join(folder, "kept"))) {
    if (file.mtimeMs > rule.olderThanMs || !(await rule.mayBeRemoved(file.blob))) continue;
    await rm(file.path, { force: true });
    removed++;
  }
  return removed + (await removeLeftovers(join(folder, "incoming"), rule.olderThanMs));
}

/** Of writes that were cut off. */
export async function removeLeftovers(incoming: string, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const file of await listFolder(incoming)) {
    if (file.mtimeMs > olderThanMs) continue;
    await rm(file.path, { force: true });
    removed++;
  }
  return removed;
}

export async function sizeOf(folder: string): Promise<number> {
  return (await listBlobs(folder)).reduce((sum, file) => sum + file.size, 0);
}

async function listBlobs(folder: string): Promise<BlobFile[]> {
  const shards = await readdir(folder).catch(() => []);
  const files: BlobFile[] = [];
  for (const shard of shards) files.push(...(await listFolder(join(folder, shard))));
  return files;
}

async function listFolder(folder: string): Promise<BlobFile[]> {
  const files: BlobFile[] = [];
  for (const blob of await readdir(folder).catch(() => [])) {
    const path = join(folder, blob);
    // Another process may have removed it since.
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true) files.push({ blob, path, size: found.size, mtimeMs: found.mtimeMs });
  }
  return files;
}
