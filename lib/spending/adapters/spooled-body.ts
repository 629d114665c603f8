import { createHash, randomBytes } from "node:crypto";
import { constants, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BodyWriter, StoredBody } from "../ports.ts";

/** Puts a whole body where bodies are kept. The name is of a file on this machine, which exists for `file` alone. */
interface Keep {
  bytes(file: string, bytes: Buffer, stored: StoredBody): Promise<void>;
  /** The file is gone or removable afterwards. */
  file(file: string, stored: StoredBody): Promise<void>;
}

/**
 * A small body is held in memory until it is complete and then written at once: nine separate steps through the thread
 * pool would cost a busy machine more than the write itself. A longer one is written as it arrives.
 */
const bufferedMax = 512 * 1024;

export function spoolBody(folder: string, keep: Keep): BodyWriter {
  const file = path.join(/* turbopackIgnore: true */ folder, randomBytes(12).toString("hex"));
  const hash = createHash("sha256");
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let handle: FileHandle | undefined;
  let byteSize = 0;

  const spill = async (): Promise<FileHandle> => {
    handle ??= await open(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    for (const chunk of buffered) await writeAll(handle, chunk);
    buffered = [];
    bufferedBytes = 0;
    return handle;
  };
  return {
    async write(chunk) {
      hash.update(chunk);
      byteSize += chunk.byteLength;
      buffered.push(Uint8Array.from(chunk));
      bufferedBytes += chunk.byteLength;
      if (bufferedBytes > bufferedMax) await spill();
    },
    async keep(): Promise<StoredBody> {
      const stored = { sha256: hash.digest("hex"), byteSize };
      if (handle === undefined) {
        await keep.bytes(file, Buffer.concat(buffered), stored);
        return stored;
      }
      const whole = await spill();
      await whole.datasync();
      await whole.close();
      await keep.file(file, stored);
      return stored;
    },
    async discard() {
      buffered = [];
      await handle?.close().catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await handle.write(chunk, at)).bytesWritten;
}

export async function tryWritingIn(folder: string): Promise<void> {
  const file = path.join(/* turbopackIgnore: true */ folder, `probe-${randomBytes(8).toString("hex")}`);
  try {
    await writeFile(file, "probe", { mode: 0o600, flag: "wx" });
  } finally {
    await rm(file, { force: true });
  }
}

/** Files of other processes are in use no longer than a purchase takes. */
const abandonedAfterMs = 86_400_000;

/** Half-written files of an earlier process go; recovery requests those answers again. */
export function clearSpool(folder: string, { isShared }: { readonly isShared: boolean }): void {
  if (!isShared) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const file = path.join(/* turbopackIgnore: true */ folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) rmSync(file, { force: true });
  }
}
