import type { Blobs, OpenBlob, StoredBlob } from "../storage/ports.ts";

/** Opens a file that was just generated, so that it is known to be complete and is kept until it is sent. */
export async function openFile(blobs: Blobs, stored: StoredBlob): Promise<OpenBlob> {
  const open = await blobs.open(stored.blob);
  if (open === undefined) throw new Error(`Blob ${stored.blob} is missing or damaged.`);
  return open;
}
