import { setTimeout } from "node:timers/promises";
import type { BlobStore, FileRecords } from "../../storage/ports.ts";

/** Undefined where the package's figures can't be counted. */
export type FigureCounter = (file: string) => Promise<number | undefined>;

interface Stored {
  readonly blobs: Pick<BlobStore, "borrow" | "has">;
  readonly records: Pick<FileRecords, "listUncounted" | "recordFactCount">;
}

/** A quarter of one thread, since others read meanwhile. */
const restsFor = 3;

/**
 * Counts the figures of packages that were taken in before packages were counted. Those that can't be counted are tried
 * again at the next start. Returns how many were.
 */
export async function countStored({ blobs, records }: Stored, count: FigureCounter, ending: AbortSignal) {
  let counted = 0;
  let after: number | undefined = 0;
  while (after !== undefined && !ending.aborted) {
    const { packages, next } = await records.listUncounted(after);
    for (const uncounted of packages) {
      if (ending.aborted) return counted;
      const startedAt = performance.now();
      if (!(await blobs.has(uncounted.blob))) continue;
      const figures = await blobs.borrow(uncounted.blob, count);
      if (figures !== undefined) {
        await records.recordFactCount(uncounted, figures);
        counted++;
      }
      const restMs = (performance.now() - startedAt) * restsFor;
      await setTimeout(restMs, undefined, { signal: ending }).catch(() => undefined);
    }
    after = next;
  }
  return counted;
}
