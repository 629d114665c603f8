import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveS3 } from "../../../service/testing/bucket.ts";
import { readBlobPlace } from "../../kit/objects/place.ts";
import type { Bodies } from "../ports.ts";
import { sha256Of } from "../simulation/environment.ts";
import { openBodies } from "./open-bodies.ts";

const { newBucket } = serveS3();

interface Opened {
  /** As another process opens the same place. */
  another(): Bodies;
  /** Replaces what is stored behind the program's back; undefined removes it. */
  spoil(sha256: string, bytes: Buffer | undefined): Promise<void>;
  /** Everything that is stored, by its place. */
  names(): Promise<string[]>;
  readonly spoolFolder: string;
}

interface Engine {
  readonly name: string;
  /** Whether other processes write there at the same time. */
  readonly isShared: boolean;
  open(folder: string): Promise<Opened>;
}

const shard = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

function folderEngine(name: string, isShared: boolean): Engine {
  return {
    name,
    isShared,
    async open(folder) {
      const at = path.join(folder, isShared ? "elsewhere" : "bodies");
      const spoolFolder = path.join(at, "spool");
      return {
        another: () => openBodies(folder, isShared ? { kind: "folder", folder: at } : undefined),
        async spoil(sha256, bytes) {
          const file = path.join(at, shard(sha256));
          if (bytes === undefined) rmSync(file);
          else writeFileSync(file, bytes);
        },
        names: async () =>
          readdirSync(at, { recursive: true, withFileTypes: true })
            .filter((each) => each.isFile() && each.parentPath !== spoolFolder)
            .map((each) => path.relative(at, path.join(each.parentPath, each.name))),
        spoolFolder,
      };
    },
  };
}

const engines: readonly Engine[] = [
  folderEngine("a folder of its own", false),
  folderEngine("a folder that several processes share", true),
  {
    name: "a bucket",
    isShared: true,
    async open(folder) {
      const bucket = await newBucket();
      return {
        another: () => openBodies(folder, readBlobPlace(bucket.address)),
        async spoil(sha256, bytes) {
          await bucket.remove(`bodies/${shard(sha256)}`);
          if (bytes !== undefined) await bucket.put(`bodies/${shard(sha256)}`, bytes);
        },
        names: async () => (await bucket.list("bodies/")).map(({ key }) => key.slice("bodies/".length)),
        spoolFolder: path.join(folder, "spool"),
      };
    },
  },
];

async function keep(bodies: Bodies, bytes: Uint8Array, chunkSize = 64 * 1024) {
  const spool = await bodies.spool();
  for (let at = 0; at < bytes.length; at += chunkSize) await spool.write(bytes.subarray(at, at + chunkSize));
  return await spool.keep();
}

async function bytesOf(bodies: Bodies, sha256: string, first = 0, last?: number): Promise<Buffer | undefined> {
  const opened = await bodies.open(sha256);
  if (opened === undefined) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of opened.stream(first, last ?? opened.byteSize - 1)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

test("a short file is read when it is opened, once: what becomes of its place afterwards changes nothing", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bodies-"));
  const bytes = Buffer.alloc(300_000, "page");
  const bodies = openBodies(folder, undefined);
  const { sha256 } = await keep(bodies, bytes);
  const opened = await bodies.open(sha256);
  rmSync(folder, { recursive: true });
  const pieces: Buffer[] = [];
  for await (const piece of opened?.stream(10, 299_999) ?? []) pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces).equals(bytes.subarray(10))).toBe(true);
});

describe.each(engines)("bodies in $name", ({ open, isShared }) => {
  let folder: string;
  let place: Opened;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "hiraku-bodies-"));
    place = await open(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([0, 10, 600 * 1024, 3 * 1024 * 1024, 9_000_001])(
    "a body of %i bytes is kept under its hash and read back by every process, whole and in ranges",
    async (size) => {
      const bytes = Buffer.alloc(size, "abcdefg");
      const kept = await keep(place.another(), bytes);
      expect(kept).toEqual({ sha256: sha256Of(bytes), byteSize: size });
      expect(await place.names()).toEqual([shard(kept.sha256)]);
      const other = place.another();
      expect(Buffer.from((await other.read(kept.sha256)) ?? "none").equals(bytes)).toBe(true);
      expect((await bytesOf(other, kept.sha256))?.equals(bytes)).toBe(true);
      if (size > 10) {
        expect((await bytesOf(other, kept.sha256, 5, size - 2))?.equals(bytes.subarray(5, size - 1))).toBe(true);
        expect((await bytesOf(other, kept.sha256, size - 1))?.length).toBe(1);
      }
      expect(readdirSync(place.spoolFolder)).toEqual([]);
    },
  );

  test("a missing body is none, and one whose bytes are others is never served and can be kept again", async () => {
    const bytes = Buffer.alloc(700_000, "whole");
    const bodies = place.another();
    const { sha256 } = await keep(bodies, bytes);
    expect((await bytesOf(bodies, sha256))?.length).toBe(700_000);
    const damaged = Buffer.from(bytes);
    damaged[699_999] = 0;
    for (const spoilt of [damaged, bytes.subarray(0, 3), undefined]) {
      await place.spoil(sha256, spoilt);
      for (const reader of [bodies, place.another()]) {
        expect(await reader.read(sha256)).toBeUndefined();
        expect(await reader.open(sha256)).toBeUndefined();
      }
      expect(await keep(place.another(), bytes)).toEqual({ sha256, byteSize: 700_000 });
      expect((await bytesOf(bodies, sha256))?.equals(bytes)).toBe(true);
    }
    expect(await bodies.read("0".repeat(64))).toBeUndefined();
    expect(await bodies.open("0".repeat(64))).toBeUndefined();
  });

  test("several processes that keep the same body at once leave one, whole", async () => {
    const bytes = Buffer.alloc(800_000, "same");
    const all = Array.from({ length: 5 }, () => place.another());
    // A spool of one's own is cleared by each start, so that only processes that share one write side by side.
    const writers = isShared ? all : all.slice(-1);
    const kept = await Promise.all(writers.map((bodies) => keep(bodies, bytes)));
    expect(new Set(kept.map(({ sha256 }) => sha256))).toEqual(new Set([sha256Of(bytes)]));
    expect(await place.names()).toEqual([shard(sha256Of(bytes))]);
    expect((await bytesOf(place.another(), sha256Of(bytes)))?.equals(bytes)).toBe(true);
  });

  test("a half-written body has no name, and is removed by the start that owns the spool, or later", async () => {
    const spool = await place.another().spool();
    await spool.write(Buffer.alloc(700 * 1024));
    const [left = ""] = readdirSync(place.spoolFolder);
    place.another();
    expect(existsSync(path.join(place.spoolFolder, left))).toBe(isShared);
    if (isShared) {
      const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
      utimesSync(path.join(place.spoolFolder, left), twoDaysAgo, twoDaysAgo);
      place.another();
    }
    expect(readdirSync(place.spoolFolder)).toEqual([]);
    await spool.discard();
    expect(await place.names()).toEqual([]);
  });

  test("a trial of writing leaves nothing, and fails where nothing can be received", async () => {
    const bodies = place.another();
    await bodies.tryWriting();
    expect([readdirSync(place.spoolFolder), await place.names()]).toEqual([[], []]);
    rmSync(place.spoolFolder, { recursive: true });
    writeFileSync(place.spoolFolder, "no folder");
    await expect(bodies.tryWriting()).rejects.toThrow("ENOTDIR");
    rmSync(place.spoolFolder);
  });

  test("what is discarded leaves nothing", async () => {
    const spool = await place.another().spool();
    await spool.write(Buffer.alloc(700 * 1024));
    await spool.discard();
    expect([readdirSync(place.spoolFolder), await place.names()]).toEqual([[], []]);
  });
});

test("bodies in a folder are readable by its owner only", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bodies-"));
  const kept = await keep(openBodies(folder, undefined), Buffer.from("secret"));
  const file = path.join(folder, "bodies", shard(kept.sha256));
  expect(readFileSync(file, "utf8")).toBe("secret");
  expect(statSync(file).mode & 0o077).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

test("a bucket that can't be reached is told in words, and nothing counts as missing", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bodies-"));
  const bodies = openBodies(folder, readBlobPlace("s3://nowhere/house?endpoint=http://127.0.0.1:1"));
  await expect(bodies.read("0".repeat(64))).rejects.toThrow("s3://nowhere/house/ can't be reached");
  rmSync(folder, { recursive: true, force: true });
});
