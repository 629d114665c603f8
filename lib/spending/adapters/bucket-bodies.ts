import { createHash } from "node:crypto";
import { rm, statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ObjectFacts, S3Objects } from "../../kit/objects/s3-objects.ts";
import { VerifiedObjects } from "../../kit/objects/verified-objects.ts";
import type { Bodies, OpenedBody, StoredBody } from "../ports.ts";
import { clearSpool, spoolBody, tryWritingIn } from "./spooled-body.ts";

const pieceBytes = 1_048_576;

const keyOf = (sha256: string): string => `bodies/${sha256.slice(0, 2)}/${sha256}`;

/**
 * Bodies as objects of a bucket, named by their SHA-256: an object appears when the whole of it was received and agrees
 * with its hash, and is never overwritten. One that this process has not yet seen is read as a whole and hashed before a
 * byte of it is served; then its ranges are read as they are asked for.
 */
export function bucketBodies(objects: S3Objects, spoolFolder: string): Bodies {
  clearSpool(spoolFolder, { isShared: true });
  const verified = new VerifiedObjects(objects, spoolFolder);
  const blobOf = ({ sha256, byteSize }: StoredBody) => ({ blob: sha256, byteSize });
  return {
    spool: async () =>
      spoolBody(spoolFolder, {
        bytes: async (_, bytes, stored) => void (await verified.store(keyOf(stored.sha256), bytes, blobOf(stored))),
        async file(file, stored) {
          await verified.store(keyOf(stored.sha256), file, blobOf(stored));
          await rm(file, { force: true });
        },
      }),
    async read(sha256) {
      const facts = await objects.head(keyOf(sha256));
      if (facts === undefined) return undefined;
      const pieces: Buffer[] = [];
      for await (const piece of verified.bytesOf(facts)) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      return createHash("sha256").update(bytes).digest("hex") === sha256 ? bytes : undefined;
    },
    async open(sha256): Promise<OpenedBody | undefined> {
      const facts = await objects.head(keyOf(sha256));
      if (facts === undefined || !(await isWhole(verified, facts, sha256))) return undefined;
      return {
        byteSize: facts.byteSize,
        stream: (first, last) => Readable.from(piecesOf(verified, facts, first, last), { objectMode: false }),
      };
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(spoolFolder);
      return bavail * bsize;
    },
    tryWriting: () => tryWritingIn(spoolFolder),
  };
}

async function isWhole(verified: VerifiedObjects, facts: ObjectFacts, sha256: string): Promise<boolean> {
  if (verified.isVerified(facts)) return true;
  const hash = createHash("sha256");
  for await (const piece of verified.bytesOf(facts)) hash.update(piece);
  if (hash.digest("hex") !== sha256) return false;
  verified.noteVerified(facts.key, facts.etag);
  return true;
}

async function* piecesOf(verified: VerifiedObjects, facts: ObjectFacts, first: number, last: number) {
  for (let at = first; at <= last; ) {
    const piece = await verified.range(facts, at, Math.min(pieceBytes, last + 1 - at));
    if (piece.length === 0) throw new Error(`${verified.objects.name}${facts.key} is shorter than it was.`);
    at += piece.length;
    yield piece;
  }
}
