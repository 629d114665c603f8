import type { FileHandle } from "node:fs/promises";
import type { OpenBlob, StoredBlob } from "../ports.ts";

const chunkBytes = 65_536;

/** Reads a chunk only when the last one was taken, so that a slow reader keeps one chunk in memory, not the file. */
export function streamFile(file: FileHandle, stored: StoredBlob, closed: () => void): OpenBlob {
  let isClosed = false;
  let isTaken = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    try {
      await file.close();
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
              const wanted = Math.min(chunkBytes, stored.byteSize - at);
              if (wanted > 0) {
                const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at);
                if (bytesRead === 0) throw new Error(`Blob ${stored.blob} ends at ${at} of ${stored.byteSize} bytes.`);
                at += bytesRead;
                controller.enqueue(new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead));
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
