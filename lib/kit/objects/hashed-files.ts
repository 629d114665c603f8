import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

export interface StoredBlob {
  /** SHA-256 of the bytes in hex: its name. */
  readonly blob: string;
  readonly byteSize: number;
}

const readBytes = 262_144;

/** Writes a file that does not exist yet and syncs it, counting and hashing on the way. */
export async function writeHashed(
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredBlob> {
  const hash = createHash("sha256");
  let byteSize = 0;
  const file = await open(path, "wx", 0o600);
  try {
    // The source is read further only when no more than this is waiting to be written.
    for await (const chunk of source) {
      hash.update(chunk);
      byteSize += chunk.byteLength;
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { blob: hash.digest("hex"), byteSize };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let at = 0;
  while (at < chunk.byteLength) at += (await file.write(chunk, at, chunk.byteLength - at)).bytesWritten;
}

/** In pieces, so that the event loop can run between them. */
export async function hashFile(path: string): Promise<string | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(readBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, readBytes, null);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** A rename is on disk only once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
