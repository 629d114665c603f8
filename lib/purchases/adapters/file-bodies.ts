import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Bodies, StoredBody, OpenedBody, BodyWriter } from "../ports.ts";

/**
 * Bodies as files named by their SHA-256. A body is written to a spool file, synced and then renamed: a file with its
 * final name is complete, even after a crash. Only the store knows which owner may read it.
 */
export function fileBodies(folder: string): Bodies {
  const spoolFolder = path.join(/* turbopackIgnore: true */ folder, "spool");
  // Half-written by an earlier process; recovery requests those answers again.
  rmSync(spoolFolder, { recursive: true, force: true });
  mkdirSync(spoolFolder, { recursive: true, mode: 0o700 });
  const check = checkedFiles();
  const placeOf = (sha256: string) => path.join(/* turbopackIgnore: true */ folder, sha256.slice(0, 2), sha256);
  return {
    spool: () => openBodyWriter(spoolFolder, placeOf),
    async read(sha256) {
      const bytes = await readFile(placeOf(sha256)).catch(() => undefined);
      if (bytes === undefined) return undefined;
      return createHash("sha256").update(bytes).digest("hex") === sha256 ? bytes : undefined;
    },
    open: (sha256) => openBody(placeOf(sha256), sha256, check),
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

const pieceBytes = 256 * 1024;

async function openBody(place: string, sha256: string, check: FileCheck): Promise<OpenedBody | undefined> {
  const handle = await open(place, constants.O_RDONLY).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const byteSize = await check(handle, sha256);
    if (byteSize === undefined) return undefined;
    return {
      byteSize,
      stream: (first, last) =>
        first > last
          ? Readable.from([])
          : createReadStream(place, { start: first, end: last, highWaterMark: pieceBytes }),
    };
  } finally {
    await handle.close();
  }
}

/** The file's length where its bytes match the hash in its name; otherwise undefined. */
type FileCheck = (handle: FileHandle, sha256: string) => Promise<number | undefined>;

const checkedMax = 10_000;

/** Checks the hash of a file once, and again only after it was modified, since a viewer requests hundreds of ranges. */
function checkedFiles(): FileCheck {
  const checked = new Map<string, string>();
  return async (handle, sha256) => {
    const { ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const stamp = `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    if (checked.get(sha256) !== stamp) {
      const hash = createHash("sha256");
      for await (const chunk of handle.createReadStream({ autoClose: false, start: 0, highWaterMark: pieceBytes })) {
        hash.update(chunk instanceof Uint8Array ? chunk : String(chunk));
      }
      if (hash.digest("hex") !== sha256) return undefined;
      if (checked.size >= checkedMax) checked.clear();
      checked.set(sha256, stamp);
    }
    return Number(size);
  };
}

/**
 * A small body is held in memory until it is complete and then written at once: nine separate steps through the thread
 * pool would cost a busy machine more than the write itself. A longer one is written as it arrives.
 */
const bufferedMax = 512 * 1024;

async function openBodyWriter(folder: string, placeOf: (sha256: string) => string): Promise<BodyWriter> {
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
      const sha256 = hash.digest("hex");
      const place = placeOf(sha256);
      if (handle === undefined) {
        keepAtOnce(file, place, buffered);
        return { sha256, byteSize };
      }
      const whole = await spill();
      await whole.datasync();
      await whole.close();
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      await rename(file, place);
      await syncFolder(path.dirname(place));
      return { sha256, byteSize };
    },
    async discard() {
      buffered = [];
      await handle?.close().catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

function keepAtOnce(file: string, place: string, chunks: readonly Uint8Array[]): void {
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  writeFileSync(file, Buffer.concat(chunks), { mode: 0o600, flag: "wx", flush: true });
  renameSync(file, place);
  const folder = openSync(path.dirname(place), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await handle.write(chunk, at)).bytesWritten;
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
