import type { ObjectFacts, S3Objects } from "../../../lib/kit/objects/s3-objects.ts";
import { damagedKeptMs, type EvictionRule } from "./eviction.ts";

/** Removes the least recently used objects until a tenth of the size is free again. Returns the remaining bytes. */
export async function trimObjects(
  objects: S3Objects,
  { bytesMax, olderThanMs, mayBeRemoved }: EvictionRule & { readonly bytesMax: number },
): Promise<number> {
  const found: ObjectFacts[] = [];
  for await (const each of objects.list("made/")) found.push(each);
  let bytes = found.reduce((sum, { byteSize }) => sum + byteSize, 0);
  if (bytes <= bytesMax) return bytes;
  for (const each of found.sort((a, b) => a.modifiedAtMs - b.modifiedAtMs)) {
    if (bytes <= bytesMax * 0.9) break;
    if (each.modifiedAtMs > olderThanMs || !(await mayBeRemoved(blobOf(each)))) continue;
    if (await removeUnused(objects, each)) bytes -= each.byteSize;
  }
  return bytes;
}

export async function collectObjects(objects: S3Objects, rule: EvictionRule): Promise<number> {
  let removed = 0;
  for await (const each of objects.list("damaged/")) {
    if (each.modifiedAtMs > rule.olderThanMs - damagedKeptMs) continue;
    await objects.remove(each.key);
    removed++;
  }
  for await (const each of objects.list("kept/")) {
    if (each.modifiedAtMs > rule.olderThanMs || !(await rule.mayBeRemoved(blobOf(each)))) continue;
    if (await removeUnused(objects, each)) removed++;
  }
  return removed;
}

/** Another process may have used it since it was listed. */
async function removeUnused(objects: S3Objects, listed: ObjectFacts): Promise<boolean> {
  const now = await objects.head(listed.key);
  if (now === undefined || now.modifiedAtMs > listed.modifiedAtMs) return false;
  await objects.remove(listed.key);
  return true;
}

const blobOf = ({ key }: ObjectFacts): string => key.slice(key.lastIndexOf("/") + 1);
