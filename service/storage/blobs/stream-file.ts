import type { FileHandle } from "node:fs/promises";
import type { OpenBlob, StoredBlob } from "../ports.ts";

export const chunkBytes = 65_536;

/** Reads a chunk only when the last one was taken, so that a slow reader keeps one chunk in memory, not the file. */
export function streamFile(file: FileHandle, stored: StoredBlob, closed: () => void): OpenBlob {
  const read = async (at: number): Promise<Uint8Array> => {
    const wanted = Math.min(chunkBytes, stored.byteSize - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at);
    return new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead);
  };
  return streamBytes(stored, read, closed, () => file.close());
}

/** Asks for the bytes at a position only when those before it were taken. */
export function streamBytes(
  stored: StoredBlob,
  read: (at: number) => Promise<Uint8Array>,
  closed: () => void,
  closeSource?: () => Promise<void>,
): OpenBlob {
  let isClosed = false;
  let isTaken = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    try {
      await closeSource?.();
    } finally {
      closed();
    }
  };
  return {
    ...stored,
    close,
    stream() {
      if (isTaken || isClosed) throw new Error("A blob is streamed once.");
      isTaken = true;
      let at = 0;
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              if (at < stored.byteSize) {
                const bytes = await read(at);
                if (bytes.length === 0)
                  throw new Error(`Blob ${stored.blob} ends at ${at} of ${stored.byteSize} bytes.`);
                at += bytes.length;
                controller.enqueue(bytes);
              }
              if (at < stored.byteSize) return;
              await close();
              controller.close();
            } catch (error) {
              await close();
              throw error;
            }
          },
          cancel: close,
        },
        { highWaterMark: 0 },
      );
    },
  };
}
