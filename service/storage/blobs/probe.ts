import { randomBytes } from "node:crypto";
import { mkdir, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoreProbe } from "../ports.ts";

interface BlobProbeOptions {
  readonly folder: string;
  /** Some blobs that must be there; none where no document has a file. */
  readonly someKept: () => Promise<readonly string[]>;
}

/**
 * Writes a file where new blobs are written, and reads stored ones. A single lost file is reported by the full check
 * and does not make the service unready; a folder of which none of several files can be read is unavailable.
 */
export function createBlobProbe({ folder, someKept }: BlobProbeOptions): StoreProbe {
  return {
    async check() {
      return {
        blobs_write: await answer(() => write(folder)),
        blobs_read: await answer(async () => readOne(folder, await someKept())),
      };
    },
  };
}

async function answer(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return "ok";
  } catch {
    return "failed";
  }
}

async function write(folder: string): Promise<void> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const file = join(incoming, `probe-${randomBytes(8).toString("hex")}`);
  try {
    await writeFile(file, "probe", { mode: 0o600, flag: "wx" });
  } finally {
    await rm(file, { force: true });
  }
}

async function readOne(folder: string, blobs: readonly string[]): Promise<void> {
  if (blobs.length === 0) return;
  for (const blob of blobs) if (await canRead(join(folder, "kept", blob.slice(0, 2), blob))) return;
  throw new Error("None of the kept blobs can be read.");
}

async function canRead(path: string): Promise<boolean> {
  try {
    const file = await open(path, "r");
    try {
      return (await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead === 1;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
