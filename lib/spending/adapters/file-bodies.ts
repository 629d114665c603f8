import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, statfs } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { syncFolder } from "../../kit/objects/hashed-files.ts";
import type { Bodies, OpenedBody } from "../ports.ts";
import { clearSpool, spoolBody, tryWritingIn } from "./spooled-body.ts";

/**
 * Bodies as files named by their SHA-256. A body is written to a spool file, synced and then renamed: a file with its
 * final name is complete, even after a crash. Only the store knows which owner may read it. `isShared`: other processes
 * write to this folder too.
 */
export function fileBodies(folder: string, { isShared = false } = {}): Bodies {
  const spoolFolder = path.join(/* turbopackIgnore: true */ folder, "spool");
  clearSpool(spoolFolder, { isShared });
  const check = checkedFiles();
  const placeOf = (sha256: string) => path.join(/* turbopackIgnore: true */ folder, sha256.slice(0, 2), sha256);
  return {
    spool: async () =>
      spoolBody(spoolFolder, {
        bytes: async (file, bytes, { sha256 }) => keepAtOnce(file, placeOf(sha256), bytes),
        file: (file, { sha256 }) => keepFile(file, placeOf(sha256)),
      }),
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
    tryWriting: () => tryWritingIn(spoolFolder),
  };
}

const pieceBytes = 256 * 1024;
/** Answers up to the size of a page image are read at once: checked and sent from memory, with one reading. */
const atOnceMax = 1024 * 1024;

async function openBody(place: string, sha256: string, check: FileCheck): Promise<OpenedBody | undefined> {
  const handle = await open(place, constants.O_RDONLY).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const found = await check(handle, sha256);
    if (found === undefined) return undefined;
    const { byteSize, bytes } = found;
    return {
      byteSize,
      stream: (first, last) => {
        if (first > last) return Readable.from([]);
        if (bytes !== undefined) return Readable.from([bytes.subarray(first, last + 1)], { objectMode: false });
        return createReadStream(place, { start: first, end: last, highWaterMark: pieceBytes });
      },
    };
  } finally {
    await handle.close();
  }
}

interface CheckedFile {
  readonly byteSize: number;
  /** Of a short file. */
  readonly bytes: Buffer | undefined;
}

/** A file whose bytes match the hash in its name; otherwise undefined. */
type FileCheck = (handle: FileHandle, sha256: string) => Promise<CheckedFile | undefined>;

const checkedMax = 10_000;

/** Checks the hash of a file once, and again only after it was modified, since a viewer requests hundreds of ranges. */
function checkedFiles(): FileCheck {
  const checked = new Map<string, string>();
  return async (handle, sha256) => {
    const { ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const stamp = `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    const bytes = size <= atOnceMax ? await handle.readFile() : undefined;
    if (checked.get(sha256) !== stamp) {
      if ((await hashOf(bytes === undefined ? pieces(handle) : [bytes])) !== sha256) return undefined;
      if (checked.size >= checkedMax) checked.clear();
      checked.set(sha256, stamp);
    }
    return { byteSize: bytes?.byteLength ?? Number(size), bytes };
  };
}

function pieces(handle: FileHandle): AsyncIterable<unknown> {
  return handle.createReadStream({ autoClose: false, start: 0, highWaterMark: pieceBytes });
}

async function hashOf(chunks: AsyncIterable<unknown> | Iterable<unknown>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk instanceof Uint8Array ? chunk : String(chunk));
  return hash.digest("hex");
}

function keepAtOnce(file: string, place: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600, flag: "wx", flush: true });
  renameSync(file, place);
  const folder = openSync(path.dirname(place), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

async function keepFile(file: string, place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await rename(file, place);
  // A rename is durable only after its folder is synced.
  await syncFolder(path.dirname(place));
}
