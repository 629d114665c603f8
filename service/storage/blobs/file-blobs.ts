import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { hashFile, syncFolder, writeHashed } from "../../../lib/kit/objects/hashed-files.ts";
import { blobName, Holds, Verified } from "../../../lib/kit/objects/verified.ts";
import type { BlobPins, BlobReferences, ManagedBlobs, OpenBlob, StoredBlob } from "../ports.ts";
import { type Area, collectUnreferenced, sizeOf, trimToSize } from "./eviction.ts";
import { streamFile } from "./stream-file.ts";

export interface FileBlobsOptions {
  readonly folder: string;
  readonly madeBytesMax: number;
  readonly pins: BlobPins;
  readonly references: BlobReferences;
  readonly nowMs?: () => number;
  /** Named points at which a test may end the process. */
  readonly reached?: ((point: "written" | "renamed") => void) | undefined;
}

/** A blob that was stored or read so lately may be about to be opened or referred to. */
const unreferencedKeptMs = 3_600_000;
const recentMs = 60_000;

/**
 * Blobs as files named by their SHA-256. A blob is written under another name, synced, renamed and the rename synced:
 * whenever the machine stops, a name is either absent or the complete file. `kept/` has the files of documents, `made/`
 * those that can be generated again, up to a size.
 */
export function createFileBlobs(options: FileBlobsOptions): ManagedBlobs {
  const { folder, pins, references } = options;
  const nowMs = options.nowMs ?? Date.now;
  const holds = new Holds();
  /** With the file attributes that change when a file is written. */
  const verified = new Verified();
  let madeBytes: number | undefined;
  let trimming: Promise<void> = Promise.resolve();

  const pathOf = (area: Area, blob: string) => join(folder, area, blob.slice(0, 2), blob);

  /** The whole file, verified, or undefined. */
  async function locate(blob: string): Promise<{ path: string; size: number } | undefined> {
    if (!blobName.test(blob)) return undefined;
    for (const area of ["kept", "made"] as const) {
      const path = pathOf(area, blob);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) continue;
      const state = `${found.ino} ${found.size} ${found.mtimeMs}`;
      if (verified.get(path) !== state && (await hashFile(path)) !== blob) {
        await moveDamagedAway(path, blob);
        continue;
      }
      verified.set(path, state);
      if (area === "made") await touch(path, blob, found.mtimeMs);
      return { path, size: found.size };
    }
    return undefined;
  }

  async function moveDamagedAway(path: string, blob: string): Promise<void> {
    await mkdir(join(folder, "damaged"), { recursive: true });
    const target = join(folder, "damaged", blob);
    await rename(path, target).catch(() => undefined);
    // Keeps it for a while from now, however old the file is.
    const now = new Date(nowMs());
    await utimes(target, now, now).catch(() => undefined);
  }

  /** A generated file's modification time is its last use; the least recently used are removed first. */
  async function touch(path: string, blob: string, mtimeMs: number): Promise<void> {
    if (nowMs() - mtimeMs < recentMs) return;
    const now = new Date(nowMs());
    await utimes(path, now, now).catch(() => undefined);
    const touched = await stat(path).catch(() => undefined);
    if (touched !== undefined) verified.set(pathOf("made", blob), `${touched.ino} ${touched.size} ${touched.mtimeMs}`);
  }

  /** Open files are checked last, since the store's answer takes time. */
  const isFree = async (blob: string) => !holds.has(blob) && !(await pins.isPinned(blob)) && !holds.has(blob);

  async function keepMadeWithinSize(added: number): Promise<void> {
    trimming = trimming.then(async () => {
      if (madeBytes !== undefined) madeBytes += added;
      if (madeBytes !== undefined && madeBytes <= options.madeBytesMax) return;
      madeBytes = await trimToSize(join(folder, "made"), {
        bytesMax: options.madeBytesMax,
        olderThanMs: nowMs() - recentMs,
        mayBeRemoved: isFree,
      });
    });
    return trimming;
  }

  return {
    async put(source, area): Promise<StoredBlob> {
      const incoming = join(folder, "incoming");
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const temporary = join(incoming, randomBytes(16).toString("hex"));
      try {
        const stored = await writeHashed(temporary, source);
        options.reached?.("written");
        const known = await locate(stored.blob);
        // A blob that must stay can't remain among the generated files.
        if (known !== undefined && (area === "made" || known.path === pathOf("kept", stored.blob))) {
          await rm(temporary, { force: true });
          // As a new one: what it is stored for may not refer to it yet.
          const now = new Date(nowMs());
          await utimes(known.path, now, now).catch(() => undefined);
          return stored;
        }
        const target = pathOf(area, stored.blob);
        const shard = join(target, "..");
        if ((await mkdir(shard, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(join(shard, ".."));
        await rename(temporary, target);
        await syncFolder(shard);
        options.reached?.("renamed");
        if (area === "made") await keepMadeWithinSize(stored.byteSize);
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    has: async (blob) => (await locate(blob)) !== undefined,
    async open(blob): Promise<OpenBlob | undefined> {
      const letGo = holds.take(blob);
      try {
        const found = await locate(blob);
        if (found === undefined) {
          letGo();
          return undefined;
        }
        const file = await open(found.path, "r");
        return streamFile(file, { blob, byteSize: found.size }, letGo);
      } catch (error) {
        letGo();
        throw error;
      }
    },
    async borrow(blob, work) {
      const letGo = holds.take(blob);
      try {
        const found = await locate(blob);
        if (found === undefined) throw new Error(`Blob ${blob} is missing or damaged.`);
        return await work(found.path);
      } finally {
        letGo();
      }
    },
    async madeBytes() {
      madeBytes ??= await sizeOf(join(folder, "made"));
      return madeBytes;
    },
    collect: (atMs) =>
      collectUnreferenced(folder, {
        olderThanMs: atMs - unreferencedKeptMs,
        mayBeRemoved: async (blob) => !(await references.isReferenced(blob)) && isFree(blob),
      }),
    close: async () => undefined,
  };
}
