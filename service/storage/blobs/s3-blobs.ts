import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeHashed } from "../../../lib/kit/objects/hashed-files.ts";
import type { ObjectFacts, S3Objects } from "../../../lib/kit/objects/s3-objects.ts";
import { blobName, Holds } from "../../../lib/kit/objects/verified.ts";
import { VerifiedObjects } from "../../../lib/kit/objects/verified-objects.ts";
import type { ManagedBlobs, OpenBlob, StoredBlob } from "../ports.ts";
import { type Area, removeLeftovers } from "./eviction.ts";
import type { FileBlobsOptions } from "./file-blobs.ts";
import { LocalCopies } from "./local-copies.ts";
import { collectObjects, trimObjects } from "./s3-eviction.ts";
import { chunkBytes, streamBytes, streamFile } from "./stream-file.ts";

export interface S3BlobsOptions extends Omit<FileBlobsOptions, "folder"> {
  readonly objects: S3Objects;
  /** On this machine, for files on their way to and from the bucket. */
  readonly spoolFolder: string;
}

/**
 * An object's time is its last use, to the hour: a copy onto itself sets it. An object that another process has open
 * was used by it within that hour, so none is removed that was used in the last two.
 */
const touchEveryMs = 3_600_000;
const idleMs = 2 * touchEveryMs;
const rangeBytes = 16 * chunkBytes;

/**
 * Blobs as objects of a bucket, with the names that they have in a folder. An object appears when the whole of it was
 * received and agrees with its hash; it is never overwritten. What this process has not yet seen is read as a whole and
 * hashed before a byte of it is delivered; from then on the object is streamed as long as it stays the same.
 */
export function createS3Blobs(options: S3BlobsOptions): ManagedBlobs {
  const { objects, pins, references, madeBytesMax } = options;
  const nowMs = options.nowMs ?? Date.now;
  const incoming = join(options.spoolFolder, "incoming");
  const holds = new Holds();
  const verified = new VerifiedObjects(objects, incoming);
  const copies = new LocalCopies();
  let madeBytes: number | undefined;
  let listedAtMs = Number.NEGATIVE_INFINITY;
  let trimming: Promise<void> = Promise.resolve();

  const keyOf = (area: Area, blob: string) => `${area}/${blob.slice(0, 2)}/${blob}`;
  /** The area where this process saw it last comes first. None for a name that is no hash. */
  function areasOf(blob: string): readonly Area[] {
    if (!blobName.test(blob)) return [];
    const isMade =
      verified.etagOf(keyOf("made", blob)) !== undefined && verified.etagOf(keyOf("kept", blob)) === undefined;
    return isMade ? ["made", "kept"] : ["kept", "made"];
  }

  /** The whole object, verified and in use from now on, or undefined. */
  async function locate(blob: string, areas = areasOf(blob)): Promise<ObjectFacts | undefined> {
    for (const area of areas) {
      const facts = await verified.find(keyOf(area, blob), blob);
      if (facts === undefined) continue;
      await touch(facts);
      return facts;
    }
    return undefined;
  }

  async function touch(facts: ObjectFacts): Promise<void> {
    if (nowMs() - facts.modifiedAtMs < touchEveryMs) return;
    const copied = await objects.copy(facts.key, facts.key);
    // Some servers give the same bytes another ETag; what was verified stays so.
    if (copied !== undefined) verified.noteVerified(facts.key, copied.etag);
  }

  /** Small files with one request; others are verified at their first use and streamed from then on. */
  async function openIn(area: Area, blob: string, letGo: () => void): Promise<OpenBlob | undefined> {
    const first = await objects.read(keyOf(area, blob), { start: 0, byteCount: rangeBytes });
    if (first === undefined) return undefined;
    const { facts, bytes } = first;
    const stored: StoredBlob = { blob, byteSize: facts.byteSize };
    if (facts.byteSize === bytes.length) {
      if (createHash("sha256").update(bytes).digest("hex") === blob) {
        verified.noteVerified(facts.key, facts.etag);
        await touch(facts);
        return streamBytes(stored, async (at) => bytes.subarray(at, at + chunkBytes), letGo);
      }
    } else if (verified.isVerified(facts)) {
      await touch(facts);
      // Touching it may have given it another ETag.
      const etag = verified.etagOf(facts.key) ?? facts.etag;
      return streamBytes(stored, rangesOf({ key: facts.key, etag }, bytes), letGo);
    } else {
      const file = await verified.download(facts, blob);
      if (file !== undefined) {
        await touch(facts);
        const handle = await open(file, "r");
        try {
          // Without a name the file goes with its last reader, also when the process dies.
          await rm(file, { force: true });
        } catch (error) {
          await handle.close();
          throw error;
        }
        return streamFile(handle, stored, letGo);
      }
    }
    await verified.moveAway(facts.key, blob);
    return undefined;
  }

  /** Gives chunk after chunk, and reads the next range when the last one is used up. */
  function rangesOf(version: Pick<ObjectFacts, "key" | "etag">, first: Buffer) {
    let from = 0;
    let bytes = first;
    return async (at: number): Promise<Uint8Array> => {
      if (at >= from + bytes.length) [bytes, from] = [await verified.range(version, at, rangeBytes), at];
      return bytes.subarray(at - from, at - from + chunkBytes);
    };
  }

  const isFree = async (blob: string) => !holds.has(blob) && !(await pins.isPinned(blob)) && !holds.has(blob);

  async function keepMadeWithinSize(added: number): Promise<void> {
    trimming = trimming.then(async () => {
      if (madeBytes !== undefined) madeBytes += added;
      if (madeBytes !== undefined && madeBytes <= madeBytesMax) return;
      // After a look that could remove nothing, the next file does not list the bucket again at once.
      if (madeBytes !== undefined && Math.abs(nowMs() - listedAtMs) < 60_000) return;
      listedAtMs = nowMs();
      madeBytes = await trimObjects(objects, {
        bytesMax: madeBytesMax,
        olderThanMs: nowMs() - idleMs,
        mayBeRemoved: isFree,
      });
    });
    return trimming.catch((error: unknown) => {
      trimming = Promise.resolve();
      throw error;
    });
  }

  async function upload(file: string, stored: StoredBlob, area: Area): Promise<void> {
    // A blob that must stay can't remain among the generated files.
    const found = () => locate(stored.blob, area === "kept" ? ["kept"] : undefined);
    const isNew = await verified.store(keyOf(area, stored.blob), file, stored, found);
    if (isNew && area === "made") await keepMadeWithinSize(stored.byteSize);
  }

  return {
    async put(source, area): Promise<StoredBlob> {
      const file = await verified.spoolFile();
      try {
        const stored = await writeHashed(file, source);
        options.reached?.("written");
        await upload(file, stored, area);
        options.reached?.("renamed");
        return stored;
      } finally {
        await rm(file, { force: true });
      }
    },
    has: async (blob) => (await locate(blob)) !== undefined,
    async open(blob): Promise<OpenBlob | undefined> {
      const letGo = holds.take(blob);
      try {
        for (const area of areasOf(blob)) {
          const found = await openIn(area, blob, letGo);
          if (found !== undefined) return found;
        }
        letGo();
        return undefined;
      } catch (error) {
        letGo();
        throw error;
      }
    },
    async borrow(blob, work) {
      const letGo = holds.take(blob);
      try {
        for (const area of areasOf(blob)) {
          const facts = await objects.head(keyOf(area, blob));
          const file = facts && (await copies.take(blob, () => verified.download(facts, blob)));
          if (facts === undefined) continue;
          if (file === undefined) {
            await verified.moveAway(facts.key, blob);
            continue;
          }
          try {
            await touch(facts);
            return await work(file);
          } finally {
            await copies.giveBack(blob);
          }
        }
        throw new Error(`Blob ${blob} is missing or damaged.`);
      } finally {
        letGo();
      }
    },
    async madeBytes() {
      if (madeBytes === undefined) {
        let bytes = 0;
        for await (const { byteSize } of objects.list("made/")) bytes += byteSize;
        madeBytes = bytes;
      }
      return madeBytes;
    },
    async collect(atMs) {
      // Other processes add and remove files too.
      madeBytes = undefined;
      const olderThanMs = atMs - idleMs;
      const mayBeRemoved = async (blob: string) => !(await references.isReferenced(blob)) && isFree(blob);
      const removed = await collectObjects(objects, { olderThanMs, mayBeRemoved });
      return removed + (await removeLeftovers(incoming, olderThanMs));
    },
    async close() {
      await copies.close();
      objects.close();
    },
  };
}
