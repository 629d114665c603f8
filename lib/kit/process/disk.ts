import { statfs } from "node:fs/promises";
import type { Disk } from "../../contract/operator.ts";

/** The disk that a folder is on. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}
