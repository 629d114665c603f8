import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { type Half, hashPath, isHash } from "./layout.ts";

export interface FoundFile {
  /** Its path or address, for messages. */
  readonly title: string;
  /** Beneath the data folder, with `/`: its name in an archive. */
  readonly name: string;
  readonly hash: string;
  readonly byteSize: number;
  /** Fails like a missing file where it was removed since. */
  open(): Readable;
}

export interface HashedFiles {
  /** The first of the program's folders that has it. Errors other than a missing file are thrown. */
  find(hash: string): Promise<FoundFile | undefined>;
  /** All files of one of the folders that are named by their hash, in order. */
  list(folder: string): AsyncGenerator<FoundFile>;
  /** How many damaged files were set aside, and where. */
  setAside(): Promise<{ readonly count: number; readonly where: string }>;
}

/** Each of the program's folders is beneath `root`, where its name without `prefix` says. */
export function filesIn(half: Half, root: string, prefix = ""): HashedFiles {
  const pathOf = (name: string) => join(root, name.slice(prefix.length));
  async function look(folder: string, hash: string): Promise<FoundFile | undefined> {
    const name = hashPath(folder, hash);
    const path = pathOf(name);
    const found = await statOf(path);
    if (found?.isFile() !== true) return undefined;
    return { title: path, name, hash, byteSize: found.size, open: () => createReadStream(path, { highWaterMark }) };
  }
  return {
    async find(hash) {
      for (const folder of half.files) {
        const found = await look(folder, hash);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async *list(folder) {
      for (const shard of await namesIn(pathOf(folder))) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue;
        for (const hash of await namesIn(pathOf(`${folder}/${shard}`))) {
          const found = isHash(hash) ? await look(folder, hash) : undefined;
          if (found !== undefined) yield found;
        }
      }
    },
    async setAside() {
      const where = pathOf(`${prefix}damaged`);
      return { count: (await namesIn(where)).length, where };
    },
  };
}

const highWaterMark = 262_144;

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export async function hashOf(source: Readable): Promise<string> {
  const hash = createHash("sha256");
  source.on("data", (chunk: Buffer) => void hash.update(chunk));
  await finished(source);
  return hash.digest("hex");
}

/** Passes bytes on and hashes them; `finish` may fail the stream at its end. */
export function hashing(finish: (hash: string) => Error | undefined): Transform {
  const hash: Hash = createHash("sha256");
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(finish(hash.digest("hex")) ?? null);
    },
  });
}
